/* What went wrong with a passkey, in words, where allauth's script would only tell the console. The words stand on the
   element that says them, each under the name of the browser's error. */
"use strict";

(() => {
  function say(name) {
    const place = document.querySelector("[data-passkey-says]");
    if (!place) return;
    place.querySelector("span").textContent = place.getAttribute(`data-${name.toLowerCase()}`) || place.dataset.other;
    place.hidden = false;
  }

  document.addEventListener("allauth.error", (event) => {
    event.preventDefault();
    say(event.detail.exception.name);
  });

  if (!window.PublicKeyCredential) {
    for (const button of document.querySelectorAll("[data-passkey]")) button.disabled = true;
    if (document.querySelector("[data-passkey]:not([data-passkey-quiet])")) {
      say("none");
    }
  }
})();
