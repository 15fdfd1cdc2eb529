// The source of frames in a notebook: the program of the cell, by way of the kernel.
//
// GoNB opens a socket to a kernel, the object gonb_comm. It looks for the server in the clear and at the
// top of the host, waits half a second for the kernel, and gives the socket up when a second notebook
// on the same page opens one to its own kernel. Here it is mended on its way into the page.
tidemark.channels ??= {}; // gonb_comm by kernel

tidemark.mend = comm => {
  const config = JSON.parse(document.getElementById("jupyter-config-data")?.textContent ?? "{}");
  const base = new URL(config.baseUrl ?? document.body.dataset.baseUrl ?? "/", location.href);
  comm._ws_url = `${base.href.replace(/^http/, "ws")}api/kernels/${comm._kernel_id}/channels`;
  // The rest of the object is not there yet.
  queueMicrotask(() => {
    comm._wait_open_ack = () => new Promise((resolve, reject) => {
      const late = setTimeout(() => reject(new Error("the kernel does not answer")), 10000);
      comm._onopen_ack = () => resolve(clearTimeout(late));
    });
    comm._websocket.onmessage = event => {
      const message = JSON.parse(event.data);
      if (message.msg_type === "comm_msg") comm._on_comm_msg(message);
    };
    comm.close = () => {}; // the next gonb_comm calls it, whichever kernel that one belongs to
  });
  tidemark.channels[comm._kernel_id]?._websocket.close();
  tidemark.channels[comm._kernel_id] = comm;
};

tidemark.connect = async kernel => {
  let current = globalThis.gonb_comm;
  Object.defineProperty(globalThis, "gonb_comm", {
    configurable: true,
    get: () => current,
    set: comm => {
      current = comm;
      tidemark.mend(comm);
    },
  });
  for (let tries = 0; tries < 200; tries++) {
    const comm = tidemark.channels[kernel];
    if (comm?._websocket?.readyState === WebSocket.OPEN) {
      await comm._is_connected;
      return comm;
    }
    await new Promise(done => setTimeout(done, 50));
  }
  throw new Error("the kernel does not answer");
};

tidemark.live = async (id, kernel) => {
  const root = document.getElementById(id);
  const address = "/tidemark/" + id;
  const grace = 15; // seconds that other cells wait before this one makes way
  let comm;
  let idle = 0; // seconds without a move while other cells wait
  let silent = 0; // quarters of a second that an answer is overdue
  let heard = false; // whether there was one
  let stopping = 0; // how often the program was told to stop

  const send = message => comm.send(address, JSON.stringify(message));
  const panel = tidemark.controls(root, {
    ask: (number, options) => send({ number, options }),
    moved: () => (idle = 0),
  });
  try {
    comm = await tidemark.connect(kernel);
  } catch {
    return panel.note("Run this cell to move its controls.");
  }
  comm.subscribe(address, async (_, text) => {
    heard = true;
    silent = 0;
    panel.answer(await tidemark.unpack(text));
  });
  // Messages may overtake each other, so that the last one is not always the one that counts.
  const stop = () => {
    root.querySelector("form").inert = true;
    if (!root.isConnected || stopping++ > 20) clearInterval(watch);
    else send({ stop: true });
  };
  root.querySelector("button").addEventListener("click", stop);
  panel.open();
  panel.refresh();

  const others = () =>
    [...(root.closest(".jp-Notebook")?.querySelectorAll(".jp-InputPrompt") ?? [])].filter(
      prompt => prompt.textContent.includes("*") && !prompt.closest(".jp-Cell").contains(root),
    ).length;

  const watch = setInterval(() => {
    if (comm._websocket.readyState !== WebSocket.OPEN) {
      clearInterval(watch);
      return panel.note("Run this cell again to move its controls.");
    }
    if (stopping) return stop();
    if (panel.isWaiting()) {
      if (++silent % 4 === 0 || !heard) panel.repeat();
      if (silent > 12) panel.note("The program of this cell does not answer. If it has ended, run the cell again.");
      return;
    }
    const waiting = others();
    idle = waiting ? idle + 0.25 : 0;
    if (idle >= grace) return stop();
    const left = Math.ceil(grace - idle);
    panel.note(waiting ? `${waiting} more to run: in ${left} s if nothing moves here, or when you stop.` : "");
  }, 250);
};
