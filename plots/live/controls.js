// The controls of a figure, in a notebook and on a page: asks a source for the frame that belongs to
// what they are set to, and shows it. One question is on its way at a time. While its answer is awaited
// the controls move on, and then the newest setting is asked for: what the hand has passed by is never
// drawn, and what it has chosen always is.
globalThis.tidemark ??= {};
tidemark.controls = (root, source) => {
  const form = root.querySelector("form");
  const part = name => root.querySelector(".tidemark-controls-" + name);
  const inputs = [...form.querySelectorAll("input, select")];
  let newest = 0; // number of the newest setting
  let asked = 0; // of the one that was asked for last
  let shown = 0; // of the one that is shown

  const ask = () => {
    if (asked > shown || newest === shown) return;
    asked = newest;
    source.ask(asked, inputs.map(input => Number(input.value)));
  };

  // A slider holds the number of an option; its name is shown and said.
  const name = input => {
    if (input.type !== "range") return;
    const label = JSON.parse(input.dataset.labels)[Number(input.value)];
    input.setAttribute("aria-valuetext", label);
    input.parentElement.querySelector("output").textContent = label;
  };

  const panel = {
    open: () => {
      inputs.forEach(name); // a browser may have kept what they were set to
      form.hidden = false;
    },
    refresh: () => {
      newest++;
      ask();
    },
    // Takes an answer. One that was asked for twice comes twice.
    answer: frame => {
      if (frame.number <= shown) return;
      shown = frame.number;
      part("numbers").textContent = frame.error || frame.numbers;
      if (!frame.error) part("figure").innerHTML = frame.svg;
      ask();
    },
    isWaiting: () => asked > shown,
    // Asks for the newest setting again, since an answer can get lost.
    repeat: () => {
      asked = shown;
      ask();
    },
    note: text => {
      if (part("note").textContent !== text) part("note").textContent = text;
    },
  };

  // A player moves its slider as a hand does, a step when the last one is shown and has been seen.
  const beat = 500; // milliseconds
  const play = button => {
    const slider = button.parentElement.querySelector("input");
    const last = Number(slider.max);
    const still = matchMedia("(prefers-reduced-motion: reduce)");
    let timer = 0;
    const go = to => {
      slider.value = to;
      slider.dispatchEvent(new Event("input", { bubbles: true }));
    };
    const playing = on => {
      clearInterval(timer);
      timer = on ? setInterval(step, beat) : 0;
      button.setAttribute("aria-pressed", String(on));
      button.textContent = on ? "❚❚" : "▶";
    };
    const step = () => {
      if (panel.isWaiting()) return;
      if (form.inert || !root.isConnected || Number(slider.value) === last) return playing(false);
      go(Number(slider.value) + 1);
    };
    button.addEventListener("click", () => {
      if (timer) return playing(false);
      if (Number(slider.value) === last) go(0);
      else if (still.matches) go(Number(slider.value) + 1);
      if (!still.matches) playing(true);
    });
    slider.addEventListener("pointerdown", () => playing(false));
    slider.addEventListener("keydown", () => playing(false));
  };
  root.querySelectorAll(".tidemark-controls-play").forEach(play);

  // Notebooks and slides have their own use for arrows. Notebook 7 is asked before the event is here.
  for (const element of form.elements) element.setAttribute("data-lm-suppress-shortcuts", "true");
  form.addEventListener("keydown", event => event.stopPropagation());
  form.addEventListener("submit", event => event.preventDefault());
  form.addEventListener("input", event => {
    name(event.target);
    source.moved?.();
    panel.refresh();
  });
  return panel;
};

tidemark.unpack = async text => {
  const bytes = Uint8Array.from(atob(text), letter => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).json();
};
