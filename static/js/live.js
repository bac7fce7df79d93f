// Parts of a page that follow what is being played. They come from a stream; where there is none, the page asks by itself every half
// minute. What it shows is never said to be newer than it is: without a connection it says so.
"use strict";

(() => {
  const follow = document.querySelector("[data-follow]");
  if (!follow) return;
  const ASK = 30 * 1000;
  const TURN = 12 * 1000;
  const GONE = "0000000000000000";
  const said = follow.querySelector("[data-said]");
  const state = follow.querySelector("[data-follow-state]");
  const places = () => [...document.querySelectorAll("[data-part]")];

  // Whoever reads with the keyboard stays on the link they are on.
  const replace = (place, html) => {
    const links = [...place.querySelectorAll("a[href]")];
    const held = links.find((link) => link === document.activeElement)?.getAttribute("href");
    place.innerHTML = html;
    if (held) [...place.querySelectorAll("a[href]")].find((link) => link.getAttribute("href") === held)?.focus();
  };

  const take = (part) => {
    const place = places().find((one) => one.dataset.part === part.part);
    if (!place || place.dataset.digest === part.digest) return;
    const first = place.dataset.digest === undefined;
    place.dataset.digest = part.digest;
    place.dataset.turn = part.turn;
    if (!place.hidden) replace(place, part.html);
    // What nobody may see any more is off the page, with its heading.
    const section = place.closest("section.live");
    if (section) section.hidden = !part.html;
    if (part.said && !first && !place.hidden) said.textContent = part.said;
    place.dispatchEvent(new CustomEvent("muggins:live", { bubbles: true, detail: part }));
    show();
  };

  const tell = (text) => {
    if (!state) return;
    state.hidden = !text;
    state.textContent = text;
  };

  let asking = 0;
  const ask = async () => {
    try {
      const answer = await fetch(follow.dataset.ask, { headers: { Accept: "application/json" }, cache: "no-cache" });
      if (!answer.ok && answer.status !== 404) throw new Error(String(answer.status));
      const parts = answer.ok ? (await answer.json()).parts : [];
      parts.forEach(take);
      const there = parts.map((part) => part.part);
      for (const { dataset } of places()) {
        if (!there.includes(dataset.part)) take({ part: dataset.part, html: "", digest: GONE, said: "", turn: 0 });
      }
      tell("");
    } catch {
      tell(follow.dataset.lost);
    }
  };
  const fallBack = () => {
    if (asking) return;
    ask();
    asking = setInterval(() => (document.hidden ? null : ask()), ASK);
  };
  const stopAsking = () => {
    clearInterval(asking);
    asking = 0;
    tell("");
  };

  let stream = null;
  const listen = () => {
    stream?.close();
    stream = new EventSource(follow.dataset.stream);
    stream.onopen = stopAsking;
    stream.addEventListener("part", (event) => take(JSON.parse(event.data)));
    stream.onerror = () => {
      fallBack();
      // A browser that has given up is asked to try again a little later.
      if (stream.readyState === EventSource.CLOSED) setTimeout(listen, ASK + Math.random() * ASK);
    };
  };

  // The screen for the pub shows a few fixtures at a time, and turns.
  let page = 0;
  const show = () => {
    const list = document.querySelector("[data-turns]");
    if (!list) return;
    const size = Number(list.dataset.turns);
    const pages = Math.max(1, Math.ceil(list.children.length / size));
    page %= pages;
    [...list.children].forEach((one, place) => { one.hidden = Math.floor(place / size) !== page; });
    const turned = document.querySelector("[data-turned]");
    if (turned) turned.textContent = pages > 1 ? `· ${page + 1}/${pages}` : "";
  };
  if (document.querySelector("[data-turned]")) {
    setInterval(() => {
      page += 1;
      show();
    }, TURN);
    // Another day begins on the screen too.
    setInterval(() => location.reload(), 3600 * 1000);
  }

  show();
  if (self.EventSource) listen();
  else fallBack();
  window.addEventListener("pagehide", () => stream?.close());
  window.addEventListener("pageshow", (event) => (event.persisted ? listen() : null));
})();
