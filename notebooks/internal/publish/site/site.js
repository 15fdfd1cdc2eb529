// The page is whole without this. It opens the contents where there is room for
// them beside the lesson, and folds all code at once.
(() => {
  const contents = document.querySelector(".contents details");
  const button = document.getElementById("fold");
  if (!contents || !button) return;

  contents.open = matchMedia("(min-width: 70rem)").matches;

  const cells = [...document.querySelectorAll("details.code")];
  const first = cells.map(cell => cell.open);
  button.hidden = false;
  button.addEventListener("click", () => {
    const hide = button.getAttribute("aria-pressed") === "false";
    cells.forEach((cell, i) => { cell.open = !hide && first[i]; });
    button.setAttribute("aria-pressed", hide);
  });

  // Who prints sees all of it.
  addEventListener("beforeprint", () => {
    for (const fold of document.querySelectorAll("details")) fold.open = true;
  });
})();
