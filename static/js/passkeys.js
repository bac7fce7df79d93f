/* What went wrong with a passkey, in words, where allauth's script would only tell the console. */
"use strict";

(() => {
  const SAID = {
    NotAllowedError: "The passkey was not used: it was cancelled, took too long, or is not on this device. Try again.",
    InvalidStateError: "This device has a passkey for your account already.",
    SecurityError: "Passkeys work only on the site's own secure address (https).",
    NotSupportedError: "This device cannot keep a passkey like that. Try without “Sign in with it alone”, or another device.",
  };

  function say(text) {
    const place = document.querySelector("[data-passkey-says]");
    if (!place) return;
    place.querySelector("span").textContent = text;
    place.hidden = false;
  }

  document.addEventListener("allauth.error", (event) => {
    event.preventDefault();
    const { exception } = event.detail;
    say(SAID[exception.name] || "The passkey could not be used. Try again, or sign in another way.");
  });

  if (!window.PublicKeyCredential) {
    for (const button of document.querySelectorAll("[data-passkey]")) button.disabled = true;
    if (document.querySelector("[data-passkey]:not([data-passkey-quiet])")) {
      say("This browser has no passkeys here: they need a current browser and a secure address (https).");
    }
  }
})();
