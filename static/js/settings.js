// The list of settings shows those in which every word typed comes, as they are typed. Without this file the button does it.
"use strict";

(() => {
  const form = document.querySelector("form[data-seek]");
  const count = document.querySelector("[data-seek-count]");
  if (!form || !count) return;
  const lines = [...document.querySelectorAll("[data-words]")];
  // A list that was already searched knows only what it found.
  if (form.elements.q.value) return;

  form.elements.q.addEventListener("input", () => {
    const words = form.elements.q.value.toLocaleLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const line of lines) {
      line.hidden = !words.every((word) => line.dataset.words.includes(word));
      if (!line.hidden) shown += 1;
    }
    for (const section of document.querySelectorAll("[data-seek-section]")) {
      section.hidden = !section.querySelector("[data-words]:not([hidden])");
      if (words.length) section.open = true;
    }
    const said = shown === 0 ? count.dataset.none : shown === 1 ? count.dataset.one : count.dataset.many.replace("%s", shown);
    if (count.textContent !== said) count.textContent = said;
  });
})();
