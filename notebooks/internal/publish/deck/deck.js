// Light or dark: what the reader prefers, or what the address asks for with
// ?theme=dark, until somebody presses T.
const asked = new URLSearchParams(location.search).get("theme");
const night = asked ? asked === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
const theme = dark => { document.documentElement.dataset.theme = dark ? "dark" : "light"; };
theme(night);

if (window.Reveal) {
  // A slide keeps its shape and its lines, as large as the window allows. In one
  // that is upright it gets the shape of the window and larger type, except on
  // paper and where the speaker sees it in a frame.
  const flat = /[?&](view=)?print/.test(location.search) || window !== window.parent;
  const shape = () => {
    const upright = !flat && innerHeight > 1.2 * innerWidth;
    document.querySelector(".reveal").classList.toggle("upright", upright);
    // A finger on an output or a table then moves that, not to the next slide.
    for (const output of document.querySelectorAll(".text.output, .scroll")) output.toggleAttribute("data-prevent-swipe", upright);
    return upright ? { width: 640, height: Math.round(640 * innerHeight / innerWidth) } : { width: slideWidth, height: slideHeight };
  };

  Reveal.initialize({
    ...shape(),
    margin: 0,
    center: false,
    hash: true,
    navigationMode: "linear",
    slideNumber: "c/t",
    transition: "none",
    scrollActivationWidth: null,
    plugins: [RevealNotes],
    keyboard: { 84: () => theme(document.documentElement.dataset.theme !== "dark") },
  });
  Reveal.registerKeyboardShortcut("T", "Light or dark");
  addEventListener("resize", () => Reveal.configure(shape()));
}
