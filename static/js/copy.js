// Buttons that copy what they carry in data-copy, and say so in the words they carry. Without this file, or where the browser has no clipboard, they stay hidden.
"use strict";

// A picture goes to whatever program the phone shares with; where there is none its link opens it.
(() => {
  for (const link of document.querySelectorAll("a[data-share-picture]")) {
    if (!navigator.canShare?.({ files: [new File([""], "result.png", { type: "image/png" })] })) continue;
    link.addEventListener("click", async (event) => {
      event.preventDefault();
      try {
        const answer = await fetch(link.href);
        if (!answer.ok) throw new Error(String(answer.status));
        const file = new File([await answer.blob()], "result.png", { type: "image/png" });
        await navigator.share({ files: [file], text: link.dataset.sharePicture });
      } catch (refused) {
        if (refused.code !== DOMException.ABORT_ERR) location.assign(link.href);
      }
    });
  }

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
