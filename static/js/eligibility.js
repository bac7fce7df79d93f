// What stands against a player, at his seat, as soon as the draft with him in it has been saved; see sheet.js.
// Without this file it is told when the sheet is sent.
"use strict";
(() => {
  const form = document.querySelector("form[data-sheet]");
  if (!form) return;
  form.addEventListener("muggins:saved", (event) => {
    for (const place of form.querySelectorAll("[data-breach]")) {
      const told = document.getElementById(`${place.dataset.breach}-error`)?.textContent || "";
      const found = (event.detail.breaches || []).filter((breach) => breach.field === place.dataset.breach && !told.includes(breach.message));
      const said = found.map((breach) => breach.message);
      // Said again, a screen reader would read it again.
      if (JSON.stringify(said) === JSON.stringify([...place.children].map((line) => line.textContent))) continue;
      place.replaceChildren(
        ...said.map((message) => {
          const line = document.createElement("p");
          line.className = "field-error";
          line.textContent = message;
          return line;
        }),
      );
    }
  });
})();
