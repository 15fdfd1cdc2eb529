// The source of frames in a notebook: the program of the cell, by way of the kernel.
//
// GoNB opens a socket to a kernel, the object gonb_comm. It looks for the server in the clear and at the
// top of the host, waits half a second for the kernel, and gives the socket up when a second notebook
// on the same page opens one to its own kernel. Here it is mended on its way into the page.
tidemark.channels ??= {}; // gonb_comm by kernel
tidemark.listeners ??= {}; // by kernel and address: GoNB may open a new socket at any time

// GoNB numbers its messages with this. Browsers have it only where a page comes from their own machine
// or in cipher, not from the server of a class.
crypto.randomUUID ??= () => {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = Array.from(bytes, byte => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
};

tidemark.mend = comm => {
  const kernel = comm._kernel_id;
  const config = JSON.parse(document.getElementById("jupyter-config-data")?.textContent ?? "{}");
  const base = new URL(config.baseUrl ?? document.body.dataset.baseUrl ?? "/", location.href);
  comm._ws_url = `${base.href.replace(/^http/, "ws")}api/kernels/${kernel}/channels`;
  // The rest of the object is not there yet.
  queueMicrotask(() => {
    comm._wait_open_ack = () => new Promise((resolve, reject) => {
      const late = setTimeout(() => reject(new Error("the kernel does not answer")), 20000);
      comm._onopen_ack = () => resolve(clearTimeout(late));
    });
    comm._websocket.onmessage = event => {
      const message = JSON.parse(event.data);
      if (message.msg_type === "comm_msg") comm._on_comm_msg(message);
    };
    comm.close = () => {}; // the next gonb_comm calls it, whichever kernel that one belongs to
    for (const address in tidemark.listeners[kernel]) comm.subscribe(address, tidemark.listeners[kernel][address]);
  });
  tidemark.channels[kernel]?._websocket.close();
  tidemark.channels[kernel] = comm;
};

tidemark.listen = (kernel, address, listener) => {
  (tidemark.listeners[kernel] ??= {})[address] = listener;
  tidemark.channels[kernel]?.subscribe(address, listener);
  let current = globalThis.gonb_comm;
  Object.defineProperty(globalThis, "gonb_comm", {
    configurable: true,
    get: () => current,
    set: comm => {
      current = comm;
      tidemark.mend(comm);
    },
  });
};

tidemark.live = (id, kernel) => {
  const root = document.getElementById(id);
  const address = "/tidemark/" + id;
  const grace = 15; // seconds that other cells wait before this one makes way
  let idle = 0; // seconds without a move while other cells wait
  let silent = 0; // quarters of a second that an answer is overdue
  let heard = false; // whether there was one
  let stopping = 0; // how often the program was told to stop
  let away = 0; // quarters of a second that the controls are not in the page

  const isOpen = () => tidemark.channels[kernel]?._websocket?.readyState === WebSocket.OPEN;
  const send = message => tidemark.channels[kernel].send(address, JSON.stringify(message));
  const panel = tidemark.controls(root, {
    ask: (number, options) => isOpen() && send({ number, options }),
    moved: () => (idle = 0),
  });
  tidemark.listen(kernel, address, async (_, text) => {
    if (!heard) panel.open();
    heard = true;
    silent = 0;
    panel.answer(await tidemark.unpack(text));
  });
  panel.refresh();

  // Messages may overtake each other, so that the last one is not always the one that counts.
  const stop = () => {
    root.querySelector("form").inert = true;
    if (!root.isConnected || stopping++ > 20) end();
    else if (isOpen()) send({ stop: true });
  };
  const end = () => {
    clearInterval(watch);
    delete tidemark.listeners[kernel][address];
  };
  root.querySelector(".tidemark-controls-stop").addEventListener("click", stop);

  const others = () =>
    [...(root.closest(".jp-Notebook")?.querySelectorAll(".jp-InputPrompt") ?? [])].filter(
      prompt => prompt.textContent.includes("*") && !prompt.closest(".jp-Cell").contains(root),
    ).length;

  const watch = setInterval(() => {
    if (stopping) return stop();
    away = root.isConnected ? 0 : away + 1; // a notebook takes what is out of sight out of the page
    if (away > 2400) return end(); // by now the program has ended
    if (panel.isWaiting()) {
      silent++;
      if (silent % 4 === 0 || !heard) panel.repeat();
      if (silent === (heard ? 12 : 80)) panel.note(heard ? "The program of this cell does not answer. If it has ended, run the cell again." : "Run this cell to move its controls.");
      return;
    }
    const waiting = others();
    idle = waiting ? idle + 0.25 : 0;
    if (idle >= grace) return stop();
    const left = Math.ceil(grace - idle);
    panel.note(waiting ? `${waiting} more to run: in ${left} s if nothing moves here, or when you stop.` : "");
  }, 250);
};
