// The source of frames on a page: a file for each figure and theme, fetched by a script element when a
// hand or the focus comes near. That works from a folder, without a server.
tidemark.shelf ??= {}; // what the files hold, by name

// Each file calls this.
tidemark.frames = (name, packed) => tidemark.shelf[name].resolve(tidemark.unpack(packed));

tidemark.fetch = (folder, name) => {
  if (tidemark.shelf[name]) return tidemark.shelf[name].promise;
  const book = (tidemark.shelf[name] = Promise.withResolvers());
  const script = document.createElement("script");
  script.src = folder + name + ".js";
  script.onerror = () => book.reject(new Error(`${name}.js is missing`));
  document.head.append(script);
  return book.promise;
};

tidemark.page = (root, folder) => {
  const preference = matchMedia("(prefers-color-scheme: dark)");
  // Slides have a key for light and dark, and say on their root which it is.
  const dark = () => (document.documentElement.dataset.theme ?? (preference.matches ? "dark" : "light")) === "dark";
  const load = () => tidemark.fetch(folder, root.dataset.frames + (dark() ? "-dark" : "-light"));
  const panel = tidemark.controls(root, {
    ask: async (number, options) => {
      try {
        const book = await load();
        const frame = book.frames[book.places[options.reduce((place, option, i) => place * book.sizes[i] + option, 0)]];
        const svg = frame.lines.map(line => book.lines[line]).join("\n");
        panel.answer({ number, svg, numbers: frame.numbers, error: frame.error });
      } catch (error) {
        panel.answer({ number, error: error.message });
      }
    },
  });
  const near = () => load().catch(() => {});
  root.addEventListener("pointerenter", near, { once: true });
  root.addEventListener("focusin", near, { once: true });
  preference.addEventListener("change", panel.refresh);
  new MutationObserver(panel.refresh).observe(document.documentElement, { attributeFilter: ["data-theme"] });
  panel.open();
  if (dark() !== preference.matches) panel.refresh(); // the image follows the preference
};

{
  const folder = document.currentScript.src.replace(/[^/]*$/, "");
  const start = () => {
    for (const root of document.querySelectorAll(".tidemark-controls[data-frames]")) tidemark.page(root, folder);
  };
  if (document.readyState === "loading") addEventListener("DOMContentLoaded", start);
  else start();
}
