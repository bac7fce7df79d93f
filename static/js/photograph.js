// A photograph is made smaller before it is sent: a phone's own is larger than the server takes, and than a pub's line carries.
// Without this file it is sent as it is, and the server says when it is too large.
"use strict";
(() => {
  const LONGEST = 2000; // pixels of a side; the server keeps no more
  const SMALL = 1024 * 1024; // bytes that are sent as they are
  for (const input of document.querySelectorAll("[data-photograph]")) {
    const note = document.getElementById(input.dataset.photograph);
    const most = Number(input.dataset.most);
    let shrinking = null;

    const say = (text, wrong) => {
      note.textContent = text;
      note.classList.toggle("field-error", wrong);
    };
    const shrink = async (file) => {
      const picture = await createImageBitmap(file);
      const scale = Math.min(1, LONGEST / Math.max(picture.width, picture.height));
      const canvas = document.createElement("canvas");
      canvas.width = Math.round(picture.width * scale);
      canvas.height = Math.round(picture.height * scale);
      const context = canvas.getContext("2d");
      // What is transparent would come out black in a JPEG.
      context.fillStyle = "#fff";
      context.fillRect(0, 0, canvas.width, canvas.height);
      context.drawImage(picture, 0, 0, canvas.width, canvas.height);
      picture.close();
      const blob = await new Promise((done) => { canvas.toBlob(done, "image/jpeg", 0.85); });
      if (!blob || blob.size >= file.size) return;
      const files = new DataTransfer();
      files.items.add(new File([blob], file.name.replace(/\.\w+$/, "") + ".jpg", { type: "image/jpeg" }));
      if (input.files[0] === file) input.files = files.files;
    };
    input.addEventListener("change", () => {
      say("", false);
      const file = input.files[0];
      const begun = file && file.size > SMALL ? shrink(file).catch(() => null) : null;
      shrinking = begun;
      begun?.then(() => { if (shrinking === begun) shrinking = null; });
    });
    input.form.addEventListener("submit", (event) => {
      const { submitter } = event;
      if (shrinking) {
        event.preventDefault();
        // A form can't be sent while it is asked whether it is: only once this press is over.
        shrinking.then(() => setTimeout(() => input.form.requestSubmit(submitter)));
      } else if (input.files[0]?.size > most) {
        event.preventDefault();
        say(input.dataset.tooLarge, true);
        input.focus();
      }
    });
  }
})();
