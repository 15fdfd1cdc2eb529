// How long it takes from a key to the new figure, in a cell of Go or of Python.
Object.assign(window.lesson, (() => {
  const cell = id => window.jupyterapp.shell.currentWidget.content.widgets.find(widget => widget.model.id === id).node;
  const slider = id => cell(id).querySelector(".noUi-handle") ??
    [...cell(id).querySelectorAll(".tidemark-controls label")].find(l => l.firstChild.textContent.trim() === "late subscribers").querySelector("input");
  // What tells one figure from the next.
  const figure = id => cell(id).querySelector(".jp-OutputArea-output img")?.src ??
    cell(id).querySelector(".tidemark-controls-figure svg")?.outerHTML;
  let waiting;

  return {
    waitForSlider: async id => {
      const open = () => cell(id).querySelector(".noUi-handle, .tidemark-controls form:not([hidden])");
      await window.lesson.until("a slider", () => open() && figure(id));
      slider(id).focus();
    },
    // From now on the next key starts the clock.
    expect: async id => {
      const before = figure(id);
      waiting = new Promise(done => {
        addEventListener("keydown", event => {
          const observer = new MutationObserver(() => {
            const now = figure(id);
            if (!now || now === before) return;
            observer.disconnect();
            done(performance.now() - event.timeStamp);
          });
          observer.observe(cell(id), { subtree: true, childList: true, attributes: true, attributeFilter: ["src"] });
          setTimeout(() => (observer.disconnect(), done(-1)), 3000);
        }, { capture: true, once: true });
      });
    },
    // Milliseconds from that key to another figure, below zero where none came.
    elapsed: async () => waiting,
  };
})());
