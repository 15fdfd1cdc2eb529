// What the tests do with the controls of a cell, in a notebook and on a page. Each function gives a
// promise.
Object.assign(window.lesson, (() => {
  const frame = () => new Promise(done => requestAnimationFrame(() => setTimeout(done, 20)));
  const notebook = () => window.jupyterapp.shell.currentWidget.content;
  const index = cell => notebook().widgets.findIndex(widget => widget.model.id === cell);
  const place = cell => (window.jupyterapp ? notebook().widgets[index(cell)].node : document.getElementById("cell-" + cell));
  const root = cell => place(cell).querySelector(".tidemark-controls");
  const form = cell => root(cell)?.querySelector("form");
  const input = (cell, name) => {
    const labels = [...form(cell).querySelectorAll("label")];
    return labels.find(label => label.firstChild.textContent.trim() === name).querySelector("input, select");
  };
  const outputs = cell => notebook().widgets[index(cell)].model.outputs.toJSON();
  const state = cell => ({
    numbers: root(cell).querySelector("[aria-live]").textContent,
    title: root(cell).querySelector("svg title, img")?.textContent || root(cell).querySelector("img")?.alt || "",
    note: root(cell).querySelector(".tidemark-controls-note").textContent,
    controls: [...form(cell).querySelectorAll("input, select")].map(e => e.getAttribute("aria-valuetext") ?? e.selectedOptions[0].label),
    visible: form(cell).checkVisibility(),
  });
  const run = cell => {
    notebook().activeCellIndex = index(cell);
    return window.jupyterapp.commands.execute("notebook:run-cell");
  };
  const until = window.lesson.until;
  // Waits for what a cell does while it runs.
  const whileRunning = async (cell, what, ready) => {
    let ended = false;
    window.running.finally(() => (ended = true));
    const told = () => JSON.stringify(outputs(cell)).slice(0, 2000);
    await until(what, () => {
      if (ready()) return true;
      if (ended) throw new Error(`cell ${cell} has ended without ${what}: ${told()}`);
      bring(cell);
    }, told);
  };
  // JupyterLab takes cells that are out of sight out of the page.
  const bring = cell => {
    if (!place(cell).isConnected) notebook().scrollToItem(index(cell));
  };

  return {
    // Runs a cell and waits for its controls.
    start: async cell => {
      window.running = run(cell);
      await whileRunning(cell, "a form", () => form(cell)?.checkVisibility());
      root(cell).scrollIntoView();
      await frame();
    },
    runSetup: async () => {
      await run("setup");
    },
    // Runs a cell and does not wait.
    startCell: async cell => {
      run(cell);
    },
    focus: async (cell, name) => input(cell, name).focus(),
    state: async cell => state(cell),
    // The state as soon as its numbers match, or as it is when they have not changed for a minute.
    matching: async (cell, pattern) => {
      const numbers = () => state(cell).numbers;
      for (let seen = numbers(), since = performance.now(); !new RegExp(pattern).test(numbers()); await frame()) {
        if (numbers() !== seen) [seen, since] = [numbers(), performance.now()];
        if (performance.now() - since > 60000) break;
      }
      return state(cell);
    },
    // Moves a slider as a drag does, one value for each frame of the browser.
    drag: async (cell, name, values) => {
      for (const value of values) {
        input(cell, name).value = value;
        input(cell, name).dispatchEvent(new Event("input", { bubbles: true }));
        await new Promise(requestAnimationFrame);
      }
    },
    pressStop: async cell => {
      form(cell).querySelector(".tidemark-controls-stop").click();
      await window.running;
      await until("end of the controls", () => !root(cell));
      return outputs(cell);
    },
    // Presses play and gives what the slider shows from then on, until it stops by itself.
    play: async (cell, name) => {
      const slider = input(cell, name);
      const button = slider.closest(".tidemark-controls-player").querySelector("button");
      const seen = [];
      const note = () => seen.at(-1) === slider.getAttribute("aria-valuetext") || seen.push(slider.getAttribute("aria-valuetext"));
      button.click();
      await until("end of the play", () => {
        note();
        return button.getAttribute("aria-pressed") === "false";
      }, () => seen.join(" "));
      return seen;
    },
    interrupt: async cell => {
      await window.jupyterapp.shell.currentWidget.sessionContext.session.kernel.interrupt();
      await window.running;
      return outputs(cell);
    },
    restart: async () => {
      await window.jupyterapp.shell.currentWidget.sessionContext.session.kernel.restart();
    },
    openBeside: async path => {
      const panel = await window.jupyterapp.commands.execute("docmanager:open", { path });
      window.jupyterapp.shell.activateById(panel.id);
      await window.lesson.ready();
    },
    activate: async path => {
      for (const widget of window.jupyterapp.shell.widgets("main")) {
        if (widget.context?.path === path) window.jupyterapp.shell.activateById(widget.id);
      }
      await until("lesson " + path, () => window.jupyterapp.shell.currentWidget.context.path === path);
    },
  };
})());
