// A photograph is made smaller before it is sent: a phone's own is larger than the server takes, and than a pub's line carries.
// What a browser can show and the server does not read, such as HEIC on an iPhone, becomes a JPEG on the way.
// Without this file it is sent as it is, and the server says when it is too large.
"use strict";
(() => {
  const LONGEST = 2000; // pixels of a side; the server keeps no more
  const SMALL = 1024 * 1024; // bytes that are sent as they are
  const READ = /^image\/(jpeg|png)$/; // types that the server reads
  for (const input of document.querySelectorAll("[data-photograph]")) {
    const note = document.getElementById(input.dataset.photograph);
    const most = Number(input.dataset.most);
    let shrinking = null;

    // A photograph without the numbers is offered once there is one.
    const alone = input.form.querySelector("[data-photograph-alone]");
    const offer = () => { if (alone) alone.hidden = !input.files.length; };
    offer();

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
      if (!blob || (READ.test(file.type) && blob.size >= file.size)) return;
      const files = new DataTransfer();
      files.items.add(new File([blob], file.name.replace(/\.\w+$/, "") + ".jpg", { type: "image/jpeg" }));
      if (input.files[0] === file) input.files = files.files;
    };
    input.addEventListener("change", () => {
      const file = input.files[0];
      offer();
      say(file ? input.dataset.chosen.replace("{name}", file.name) : "", false);
      const begun = file && (file.size > SMALL || !READ.test(file.type)) ? shrink(file).catch(() => null) : null;
      shrinking = begun;
      begun?.then(() => { if (shrinking === begun) shrinking = null; });
    });
    input.form.addEventListener("submit", (event) => {
      // The outbox lays a score down first, and submits once more.
      if (event.defaultPrevented) return;
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
  // Where there is room beside the numbers, the card lies there.
  if (matchMedia("(min-width:60rem)").matches) {
    for (const card of document.querySelectorAll(".card-photograph")) card.open = true;
  }
})();
