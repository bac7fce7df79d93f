// A sheet, or a score alone, on its way into the outbox: its fields as the form would send them, and what can be read of
// them without it.
"use strict";

self.mugginsSheet = (() => {
  const NOT_SENT = /^(?:csrfmiddlewaretoken|do|register-.*)$/;
  const words = document.querySelector("script[data-offline-words]").dataset;

  const fieldsOf = (form, submitter) => {
    const fields = [...new FormData(form)];
    if (submitter?.name) fields.push([submitter.name, submitter.value]);
    return fields.filter(([name, value]) => !NOT_SENT.test(name) && typeof value === "string" && value);
  };

  const chosenNames = (match, side) =>
    [...match.closest("form").querySelectorAll(`[name^="m${match.dataset.match}-${side}-"]`)]
      .filter((field) => /-[1-8](-name)?$/.test(field.name) && field.value)
      .map((field) => (field.selectedOptions ? field.selectedOptions[0].textContent : field.value).trim());
  const score = (game, target) => {
    const winner = game.querySelector("input[type=radio]:checked")?.value;
    const loser = game.querySelector("input[name$=-loser]")?.value || "";
    if (!winner) return "";
    return winner === "home" ? `${target}–${loser}` : `${loser}–${target}`;
  };
  const lineOf = (match) => {
    const players = ["home", "away"].map((side) => chosenNames(match, side).join(", ")).filter(Boolean);
    const games = [...match.querySelectorAll("[data-game]")].map((game) => score(game, match.dataset.target)).filter(Boolean);
    const totals = [...match.querySelectorAll("[data-total-of]")].map((total) => total.value).filter(Boolean);
    return [match.querySelector("h2 b")?.textContent.trim(), players.join(" – "), games.join(", ") || totals.join("–")].filter(Boolean).join(": ");
  };

  // Lay it down under a key of its own; it has not been sent.
  const lay = (form, submitter, state) => {
    const total = ["home", "away"].map((side) => (form.querySelector(`[data-total=${side}]`)?.textContent ?? form.elements[`${side}-score`].value).trim());
    return self.mugginsOutbox.lay({
      id: crypto.randomUUID(),
      reader: words.reader || "",
      delivery: form.dataset.deliveryUrl,
      page: form.dataset.page,
      title: form.dataset.title,
      score: total.join("–"),
      lines: [...form.querySelectorAll("[data-match]")].map(lineOf),
      fields: fieldsOf(form, submitter),
      basis: form.dataset.basis,
      seen: form.dataset.seen || "",
      at: new Date().toISOString(),
      state,
    });
  };

  // A score alone: without a connection it waits like a sheet; what does not get through is found laid down.
  const takeScore = (form) => {
    const state = form.querySelector("[data-waits-state]");
    const copy = document.querySelector("meta[name=muggins-kept]");
    let laid = false;
    const whole = () => ["home", "away"].every((side) => form.elements[`${side}-score`].value.trim());
    form.addEventListener("submit", (event) => {
      // A photograph alone is sent at once or not at all.
      if (laid || event.submitter?.name || !whole()) return;
      if (!navigator.onLine || copy) {
        event.preventDefault();
        wait(form, event.submitter).then(() => { state.textContent = form.dataset.waits; }, () => { state.textContent = form.dataset.notSent; });
      } else if (navigator.serviceWorker?.controller) {
        event.preventDefault();
        laid = true;
        lay(form, event.submitter, "sending").catch(() => null).then(() => form.requestSubmit(event.submitter));
      }
    });
    addEventListener("pageshow", () => { laid = false; });
  };

  const wait = async (form, submitter) => {
    await lay(form, submitter, "waiting");
    const controlled = navigator.serviceWorker?.controller;
    const registration = controlled ? await navigator.serviceWorker.ready : null;
    await registration?.sync?.register("outbox").catch(() => null);
    // The outbox opens without a connection where a service worker brings it.
    if (controlled) location.assign(words.outbox);
  };

  // Whoever opens the sheet again is told what of theirs waits already: a second one would take its place.
  const sayWaiting = async () => {
    const form = document.querySelector("form[data-delivery-url]");
    const notice = document.querySelector("[data-outbox-has]");
    if (!form || !notice || !("indexedDB" in self)) return;
    const isOwnEntry = (entry) => entry.delivery === form.dataset.deliveryUrl && entry.reader === (words.reader || "");
    const found = (await self.mugginsOutbox.all()).filter((entry) => isOwnEntry(entry) && !["sent", "sending"].includes(entry.state));
    notice.hidden = !found.length;
  };
  if ("indexedDB" in self) new BroadcastChannel("muggins-outbox").addEventListener("message", sayWaiting);
  sayWaiting().catch(() => null);
  const scoreForm = document.querySelector("form[data-score-form]");
  if (scoreForm && "indexedDB" in self) takeScore(scoreForm);

  return { lay, wait };
})();
