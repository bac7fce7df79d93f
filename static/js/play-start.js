// A stranger's last game is known on their device alone (static/js/play.js keeps its address): the start page leads on to it.
"use strict";

(() => {
  const LASTS = 30 * 24 * 3600 * 1000; // an unused table is thrown away then
  const place = document.querySelector("[data-continue]");
  if (!place) return;
  try {
    const { path, at } = JSON.parse(localStorage.getItem("muggins:table") || "{}");
    if (!path || !path.startsWith("/play/") || Date.now() - at > LASTS) return;
    place.querySelector("a").href = path;
    place.hidden = false;
    document.querySelector("[data-new-game]").classList.add("quiet");
  } catch {
    // A browser that keeps nothing offers a new game.
  }
})();
