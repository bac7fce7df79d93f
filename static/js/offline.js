// On every page: the service worker is asked for, a page that was kept says so, and what is in the outbox is counted and
// sent as soon as there is a connection. Without this file every page works as long as there is one.
"use strict";

(() => {
  const words = document.querySelector("script[data-offline-words]").dataset;
  const reader = words.reader || "";
  const fillGaps = (text, gaps) => text.replace(/\{(\w+)\}/g, (gap, name) => gaps[name]);
  const kept = document.querySelector("meta[name=muggins-kept]");
  const lang = document.documentElement.lang;

  const clock = (at) => {
    if (lang !== "en-GB") return new Intl.DateTimeFormat(lang, { hour: "numeric", minute: "2-digit" }).format(at);
    const parts = new Intl.DateTimeFormat(lang, { hour: "numeric", minute: "2-digit", hour12: true }).formatToParts(at);
    const of = (type) => parts.find((part) => part.type === type)?.value || "";
    return `${of("hour")}.${of("minute")} ${of("dayPeriod").toLowerCase()}`.trim();
  };
  const describeTime = (at) => {
    const today = new Date().toDateString() === at.toDateString();
    const day = new Intl.DateTimeFormat(lang, { weekday: "long", day: "numeric", month: "long" }).format(at);
    return { today, time: clock(at), day };
  };
  self.mugginsWhen = describeTime;

  const sayKept = () => {
    if (!kept) return;
    const said = describeTime(new Date(kept.content));
    const line = document.createElement("p");
    line.className = "kept-line";
    line.setAttribute("role", "status");
    line.append(`${fillGaps(said.today ? words.keptAt : words.keptOn, said)} `);
    const again = document.createElement("a");
    again.href = location.href;
    again.textContent = words.again;
    line.append(again);
    const main = document.getElementById("content");
    // What was said once is not said again.
    document.getElementById("messages").replaceChildren();
    main.prepend(line);
  };

  // Only what is the reader's own; on a page for nobody, whatever waits, without a word about it.
  const waiting = async () =>
    (await self.mugginsOutbox.all()).filter((entry) => !["sent", "sending"].includes(entry.state) && (!reader || entry.reader === reader));

  // Where the line comes back and the device does not notice, a page that stays open tries again by itself: after a quarter
  // of a minute, then after twice as long each time, two minutes at most.
  const SOONEST = 15 * 1000;
  const LATEST = 120 * 1000;
  let pause = SOONEST;
  let retry = 0;
  const tryAgain = (waits) => {
    if (!waits) {
      clearTimeout(retry);
      [retry, pause] = [0, SOONEST];
      return;
    }
    retry ||= setTimeout(() => {
      [retry, pause] = [0, Math.min(2 * pause, LATEST)];
      // What came of it is told to every page, which counts anew.
      if (navigator.onLine) self.mugginsOutbox.deliver().catch(() => null);
      else tryAgain(true);
    }, pause);
  };

  const count = async () => {
    const found = await waiting();
    const number = found.length;
    tryAgain(found.some((entry) => entry.state === "waiting"));
    let way = document.querySelector(".outbox-way");
    if (!number) {
      way?.remove();
      return;
    }
    if (!way) {
      way = document.createElement("a");
      way.className = "outbox-way";
      way.href = words.outbox;
      document.querySelector(".masthead .account").before(way);
    }
    const long = document.createElement("span");
    long.className = "outbox-long";
    long.textContent = number === 1 ? words.oneWaits : fillGaps(words.someWait, { n: number });
    // A phone's header has room for the number alone; the words are read out all the same.
    const short = document.createElement("span");
    short.className = "outbox-short";
    short.setAttribute("aria-hidden", "true");
    short.textContent = `${number} ↑`;
    way.replaceChildren(short, long);
  };

  const takeAlong = (registration) => {
    const wanted = document.querySelector("[data-take-along]");
    if (!wanted || kept) return;
    registration.active?.postMessage({ take: wanted.dataset.takeAlong.split(" "), reader });
  };

  const start = async () => {
    sayKept();
    if (!("indexedDB" in self)) return;
    const changed = new BroadcastChannel("muggins-outbox");
    changed.addEventListener("message", count);
    self.addEventListener("online", () => self.mugginsOutbox.deliver());
    await count();
    if (navigator.onLine) await self.mugginsOutbox.deliver();
    await count();
  };

  // Sheets that the server has too go with whoever signs out; what it has not seen yet is not thrown away.
  const forgetDrafts = () => {
    for (const key of Object.keys(localStorage).filter((name) => name.startsWith("muggins:sheet-"))) {
      try {
        if (JSON.parse(localStorage.getItem(key)).sent) localStorage.removeItem(key);
      } catch {
        localStorage.removeItem(key);
      }
    }
  };
  document.querySelector(`form[action="${words.signOut}"]`)?.addEventListener("submit", forgetDrafts);

  start().catch(() => null);
  if ("serviceWorker" in navigator) {
    navigator.serviceWorker
      .register(words.worker, { scope: "/" })
      .then(() => navigator.serviceWorker.ready)
      .then(takeAlong)
      .catch(() => null);
  }
})();
