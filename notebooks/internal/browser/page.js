// What the tests do with a lesson that is open in JupyterLab, whose application is exposed as
// window.jupyterapp. Each function gives a promise.
window.lesson = (() => {
  const app = window.jupyterapp;
  const panel = () => app.shell.currentWidget;
  const execute = (command, args) => app.commands.execute(command, args);
  const frame = () => new Promise(done => requestAnimationFrame(() => setTimeout(done, 50)));

  // Waits until something is so. Whoever works beside this may take his time: it gives up when nothing
  // that it sees has changed for five minutes, and says what it saw last.
  const until = async (what, ready, see = () => "") => {
    for (let seen = see(), since = performance.now(); !ready(); await frame()) {
      const now = see();
      if (now !== seen) [seen, since] = [now, performance.now()];
      if (performance.now() - since > 300000) throw new Error(`want ${what}, got none for five minutes; last seen: ${seen}`);
    }
  };

  // A picture without a ground of its own is unreadable on the wrong theme.
  const opaque = img => {
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = 1;
    const pen = canvas.getContext("2d");
    pen.drawImage(img, 2, 2, 1, 1, 0, 0, 1, 1);
    return pen.getImageData(0, 0, 1, 1).data[3] === 255;
  };

  const measure = async img => {
    const cell = img.closest(".jp-Cell");
    cell.scrollIntoView();
    await img.decode().catch(() => {});
    await frame();
    const box = img.getBoundingClientRect(), room = cell.getBoundingClientRect();
    return {
      cell: cell.querySelector(".cm-content")?.textContent.slice(0, 40),
      natural: img.naturalWidth,
      width: box.width,
      height: box.height,
      inside: box.left >= room.left && box.right <= room.right,
      opaque: opaque(img),
    };
  };

  const prompts = () => panel().content.widgets.map(cell => cell.promptNode?.textContent ?? "").join(" ");

  return {
    until,

    // Waits until the lesson is open and its kernel is there.
    ready: async () => {
      await app.restored;
      while (!panel()?.sessionContext) await frame();
      await panel().context.ready;
      await panel().sessionContext.ready;
      while (!panel().sessionContext.session?.kernel?.info) await frame();
      const dialog = document.querySelector(".jp-Dialog");
      if (dialog) throw new Error("a dialog is in the way: " + dialog.textContent);
    },

    // Runs all cells. One with controls runs until somebody stops it.
    run: async () => {
      const stop = ".tidemark-controls form:not([hidden], [inert]) .tidemark-controls-stop";
      const hand = setInterval(() => document.querySelector(stop)?.click(), 200);
      let ended = false;
      execute("notebook:run-all-cells").finally(() => (ended = true));
      await until("the end of the run", () => ended, prompts);
      clearInterval(hand);
      return panel().context.model.toJSON();
    },

    theme: async name => {
      await execute("apputils:change-theme", { theme: name });
      const light = String(!name.includes("Dark"));
      while (document.body.dataset.jpThemeLight !== light || document.querySelector("#jupyterlab-splash")) await frame();
    },

    // The pictures of the lesson. Outputs are drawn a while after their lesson is open.
    figures: async want => {
      const images = () => panel().node.querySelectorAll(".jp-OutputArea-output img");
      await until(want + " pictures", () => images().length >= want, () => images().length);
      const found = [];
      for (const img of images()) found.push(await measure(img));
      return found;
    },

    // The height of the window that shows the whole lesson, by what is drawn of it so far.
    height: async () => {
      panel().node.querySelector(".jp-WindowedPanel-outer").scrollTop = 0;
      await frame();
      const cells = panel().node.querySelectorAll(".jp-Cell");
      return Math.ceil(cells[cells.length - 1].getBoundingClientRect().bottom) + 100;
    },

    close: async () => {
      await panel().sessionContext.shutdown();
    },
  };
})();
