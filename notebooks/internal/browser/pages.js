// What the tests do with a page of the site or with a deck, at any size of the
// window. Each function gives a promise.
window.lesson = (() => {
  const frame = () => new Promise(done => requestAnimationFrame(() => setTimeout(done, 30)));
  const visible = element => element.checkVisibility({ visibilityProperty: true });
  const name = element => `${element.tagName.toLowerCase()} "${(element.alt || element.textContent).trim().slice(0, 40)}"`;

  // An element may be wider than the window only inside of one that scrolls.
  const scrolls = element => ["auto", "scroll"].includes(getComputedStyle(element).overflowX);
  const inScroller = element => {
    for (let e = element; e && e !== document.body; e = e.parentElement) if (scrolls(e)) return true;
    return false;
  };

  const pictures = root => [...root.querySelectorAll("img")].filter(visible);

  const missing = async root => {
    const faults = [];
    for (const img of pictures(root)) {
      await img.decode().catch(() => {});
      if (!img.naturalWidth) faults.push(`${name(img)} is not there`);
      if (!img.alt) faults.push(`${name(img)} has no text in its place`);
    }
    return faults;
  };

  const elsewhere = () => performance.getEntriesByType("resource")
    .filter(entry => !/^(file|data|blob):/.test(entry.name)).map(entry => `takes ${entry.name} from elsewhere`);

  const beyond = root => [...root.querySelectorAll("*")]
    .filter(e => visible(e) && !inScroller(e) && e.getBoundingClientRect().right > innerWidth + 1)
    .map(e => `${name(e)} reaches over the edge of the window`);

  return {
    // The faults of a page, with text so many times as large as usual.
    page: async zoom => {
      document.documentElement.style.fontSize = `${100 * zoom}%`;
      await frame();
      const root = document.documentElement;
      const faults = [...await missing(root), ...elsewhere(), ...beyond(document.body)];
      if (root.scrollWidth > root.clientWidth) faults.push(`the page is ${root.scrollWidth} wide in a window of ${root.clientWidth}`);
      for (const e of document.querySelectorAll("p, li, summary, h1, h2, h3, td")) {
        if (visible(e) && getComputedStyle(e).overflowY === "hidden" && e.scrollHeight > e.clientHeight + 1) faults.push(`${name(e)} is cut off`);
      }
      return [...new Set(faults)];
    },

    ready: async () => {
      while (!window.Reveal?.isReady()) await frame();
      return Reveal.getTotalSlides();
    },

    // The faults of the slide at hand. A window that is upright scrolls.
    slide: async () => {
      await frame();
      const slide = Reveal.getCurrentSlide();
      const upright = Boolean(document.querySelector(".upright"));
      const bottom = slide.getBoundingClientRect().bottom - (slide.matches(".picture") ? 0 : 28 * Reveal.getScale());
      const faults = [...await missing(slide), ...elsewhere(), ...beyond(slide)];
      for (const e of slide.querySelectorAll("h1, h2:not(.unseen), p, li, pre, td, th, img")) {
        if (!visible(e) || e.closest(".notes")) continue;
        if (!upright && e.getBoundingClientRect().bottom > bottom + 1) faults.push(`${name(e)} is cut off`);
        if (!upright && e.scrollWidth > e.clientWidth + 1) faults.push(`${name(e)} is wider than the slide`);
        if (parseFloat(getComputedStyle(e).fontSize) < 17) faults.push(`${name(e)} is small`);
      }
      for (const e of slide.querySelectorAll(".tidemark-controls-figure")) {
        if (e.getBoundingClientRect().height < slide.getBoundingClientRect().width / 4) faults.push("the figure that moves is small");
      }
      const picture = slide.matches(".picture") && pictures(slide)[0];
      if (picture && picture.getBoundingClientRect().width < slide.getBoundingClientRect().width - 1) faults.push(`${name(picture)} does not fill the slide`);
      return faults;
    },

    next: async () => { Reveal.next(); },

    // What axe, which must be there, holds to be a barrier.
    barriers: async () => {
      const { violations } = await axe.run(document, { resultTypes: ["violations"] });
      return violations.map(v => `${v.impact}: ${v.help}: ${v.nodes.map(n => n.html.slice(0, 120)).slice(0, 2).join(", ")}`);
    },
  };
})();
