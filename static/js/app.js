// What every page does: menus that close, a card picker that the arrow keys walk, problems that take the focus.
// Everything works without it.
"use strict";

(() => {
  const closeMenus = (except) => {
    for (const menu of document.querySelectorAll("details.menu[open]")) {
      if (menu !== except) menu.open = false;
    }
  };

  document.addEventListener("click", (event) => closeMenus(event.target.closest("details.menu")));

  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    const menu = event.target.closest("details.menu[open]");
    closeMenus();
    if (menu) menu.querySelector("summary").focus();
  });

  // Checkboxes of a picker: the arrows move, the space bar chooses. (Radio buttons do so by themselves.)
  const STEPS = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: 13, ArrowUp: -13 };

  const prepare = (picker) => {
    const boxes = [...picker.querySelectorAll("input[type=checkbox]")];
    const limit = Number(picker.dataset.limit || 0);
    const said = picker.querySelector("[data-picked]");
    if (!boxes.length) return;

    const settle = () => {
      const chosen = boxes.filter((box) => box.checked);
      const full = limit > 0 && chosen.length >= limit;
      for (const box of boxes) box.disabled = full && !box.checked;
      if (said) said.textContent = (limit ? said.dataset.ofLimit : said.dataset.any).replace("{n}", chosen.length).replace("{limit}", limit);
    };

    picker.addEventListener("change", settle);
    picker.addEventListener("keydown", (event) => {
      const step = STEPS[event.key];
      const from = boxes.indexOf(event.target);
      if (!step || from < 0) return;
      event.preventDefault();
      let to = from + step;
      while (boxes[to] && boxes[to].disabled) to += step;
      if (boxes[to]) boxes[to].focus();
    });
    settle();
  };

  const start = (root) => {
    root.querySelectorAll(".picker").forEach(prepare);
    // What was asked for takes the focus, unless something is wrong.
    const wanted = root.querySelector(".problems[data-focus]") || root.querySelector("[data-focus]");
    if (wanted) wanted.focus();
  };

  const begin = () => start(document);
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", begin);
  else begin();
  document.addEventListener("htmx:load", (event) => {
    if (event.target !== document.body) start(event.target);
  });
})();
