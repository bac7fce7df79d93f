// What every page does: menus that close, problems that take the focus.
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

  const start = (root) => {
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
