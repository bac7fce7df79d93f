// Buttons that copy what they carry in data-copy, and say so in the words they carry. Without this file, or where the browser has no clipboard, they stay hidden.
"use strict";

(() => {
  if (!navigator.clipboard) return;

  for (const button of document.querySelectorAll("button[data-copy]")) {
    const label = button.innerHTML;
    button.hidden = false;
    button.setAttribute("aria-live", "polite");
    button.addEventListener("click", async () => {
      try {
        await navigator.clipboard.writeText(button.dataset.copy);
        button.textContent = button.dataset.copied;
      } catch {
        button.textContent = button.dataset.notCopied;
      }
      setTimeout(() => { button.innerHTML = label; }, 2000);
    });
  }
})();
