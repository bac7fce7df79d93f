// What every page does: menus that close, problems that take the focus and lead to their fields.
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

  const unfold = (place) => {
    const folds = [];
    for (let fold = place.closest("details"); fold; fold = fold.parentElement.closest("details")) folds.push(fold);
    const closed = folds.filter((fold) => !fold.open);
    for (const fold of closed) fold.open = true;
    return closed.length > 0;
  };

  // An address that names a place within a fold opens it, where the browser does not.
  const arrive = () => {
    const place = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (place && unfold(place)) place.scrollIntoView();
  };
  addEventListener("hashchange", arrive);

  // A problem's link opens what the field is folded into, and focuses it with its label in sight.
  document.addEventListener("click", (event) => {
    const link = event.target.closest(".problems a[href^='#']");
    const place = link && document.getElementById(decodeURIComponent(link.hash.slice(1)));
    if (!place) return;
    event.preventDefault();
    unfold(place);
    location.hash = link.hash;
    const seen = [place, ...place.querySelectorAll("*")].filter((one) => one.getClientRects().length);
    const fields = seen.filter((one) => one.matches("input, select, textarea"));
    const field = fields.find((one) => one.getAttribute("aria-invalid") === "true") || fields[0];
    field?.focus({ preventScroll: true });
    // What the field is part of too, where both leave room for a phone's keys.
    const whole = !field || (field !== place && field.getBoundingClientRect().bottom - place.getBoundingClientRect().top < innerHeight / 2);
    (whole ? place : field.labels?.[0] || field).scrollIntoView({ block: "start" });
  });

  const start = (root) => {
    // What was asked for takes the focus, unless something is wrong.
    const wanted = root.querySelector(".problems[data-focus]") || root.querySelector("[data-focus]");
    if (wanted) wanted.focus();
  };

  const begin = () => {
    start(document);
    arrive();
  };
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", begin);
  else begin();
  document.addEventListener("htmx:load", (event) => {
    if (event.target !== document.body) start(event.target);
  });
})();
