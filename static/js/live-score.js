// A score as it is written live: every game goes out as soon as it is complete, and waits in the outbox of the device where there is no
// connection. Whoever is taken over from is told at once, and sees what of theirs is not in the score. sheet.js adds the games up.
"use strict";

(() => {
  const form = document.querySelector("form[data-live]");
  if (!form) return;
  const NAME = /^m\d{1,2}-(?:(?:home|away)-[1-8](?:-name|-is)?|(?:home|away)-(?:games|pegged)|g\d-(?:winner|loser|winner-score)|short)$/;
  const words = form.dataset;
  const state = form.querySelector("[data-draft-state]");
  const lost = document.querySelector("[data-live-lost]");
  const make = form.querySelector("[data-make-result]");
  const reader = document.querySelector("script[data-offline-words]").dataset.reader || "";
  const outbox = self.mugginsOutbox;
  const say = (text, tone) => {
    state.textContent = text;
    state.dataset.tone = tone;
  };

  const now = { chosen: (radio) => radio.checked, value: (input) => input.value };
  const first = {
    chosen: (radio) => radio.defaultChecked,
    value: (input) => (input.options ? ([...input.options].find((one) => one.defaultSelected) || input.options[0])?.value || "" : input.defaultValue),
  };
  const fields = (read = now) => {
    const found = {};
    for (const input of form.elements) {
      if (!NAME.test(input.name)) continue;
      if (input.type !== "radio") found[input.name] = read.value(input).trim();
      else if (read.chosen(input)) found[input.name] = input.value;
      else found[input.name] ??= "";
    }
    return found;
  };
  // What belongs together goes out together, and only when it can be read: a game, the games of a match, a seat.
  const spot = (name) => name.replace(/(-g\d)-.*|-(?:home|away)-(?:games|pegged)$/, "$1");
  const whole = (entry) => {
    const of = (end) => Object.keys(entry).filter((name) => name.endsWith(end)).map((name) => entry[name]);
    const [winner] = of("-winner");
    const [loser] = of("-loser");
    if (winner !== undefined && loser !== undefined) return Boolean(winner) === Boolean(loser);
    const totals = of("-games");
    return totals.length < 2 || totals.filter(Boolean).length !== 1;
  };

  // As the page came: what was entered before this file had been read goes out too. A page that came back with what is
  // wrong has what was typed, and says what the score has.
  let written = words.written ? { ...Object.fromEntries(Object.keys(fields()).map((name) => [name, ""])), ...JSON.parse(words.written) } : fields(first);
  const came = { ...written };
  let sending = null;
  let over = false;
  const changes = (but) => {
    const said = fields();
    const spots = new Set(Object.keys(said).filter((name) => said[name] !== written[name]).map(spot));
    spots.delete(but);
    const entry = {};
    for (const one of spots) {
      const part = Object.fromEntries(Object.entries(said).filter(([name]) => spot(name) === one));
      if (whole(part)) Object.assign(entry, part);
    }
    return entry;
  };

  const mark = (told) => {
    for (const line of form.querySelectorAll("[data-live-problem]")) line.remove();
    for (const [field, message] of Object.entries(told || {})) {
      const place = document.getElementById(field)?.closest("fieldset, .seat, .stepper, .each-cell, .match") || form;
      const line = document.createElement("p");
      line.className = "field-error";
      line.dataset.liveProblem = field;
      line.setAttribute("role", "status");
      line.textContent = message;
      place.append(line);
    }
  };

  const cell = (tag, text, more = {}) => Object.assign(document.createElement(tag), { textContent: text, ...more });
  const table = (rows) => {
    const made = document.createElement("table");
    made.className = "outbox-differences";
    made.append(cell("caption", words.unsaved));
    const head = made.createTHead().insertRow();
    for (const name of [words.where, words.mine, words.theirs]) head.append(cell("th", name, { scope: "col" }));
    const body = made.createTBody();
    for (const one of rows) body.insertRow().append(cell("th", one.where, { scope: "row" }), cell("td", one.mine), cell("td", one.theirs));
    return made;
  };
  // Somebody else writes: nothing more goes out from here, and what did not get in stays on the page to be read.
  const stop = (message, differences = []) => {
    const before = lost.querySelector("table");
    over = true;
    for (const input of form.querySelectorAll("input, select, button")) input.disabled = true;
    lost.replaceChildren(cell("p", message));
    if (differences.length) lost.append(table(differences));
    else if (before) lost.append(before);
    const way = cell("a", words.look, { href: words.page, className: "button" });
    const last = document.createElement("p");
    last.append(way);
    lost.append(last);
    lost.hidden = false;
    document.querySelector("[data-live-mine]").hidden = true;
    say("", "quiet");
    lost.focus();
  };

  const ownEntries = async () => (await outbox.all()).filter((one) => one.delivery === words.live && one.reader === reader);
  const waitingEntries = async () => (await ownEntries()).filter((one) => ["waiting", "signed-out", "sending"].includes(one.state));
  const lines = (entry) =>
    Object.entries(entry).filter(([name, said]) => said && name.endsWith("-loser")).map(([name, loser]) => {
      const winner = form.elements[name.replace("-loser", "-winner")]?.value;
      const target = form.querySelector(`#${name.split("-")[0]}`)?.dataset.target;
      const places = name.match(/\d+/g);
      const score = winner === "home" ? `${target}–${loser}` : `${loser}–${target}`;
      return `${places.join(".")} · ${score}`;
    });
  // One entry of the device has everything that waits, in the order in which it was entered; it goes in once.
  const lay = async (id, entry) => {
    const merged = {};
    for (const one of await waitingEntries()) Object.assign(merged, Object.fromEntries(one.fields));
    Object.assign(merged, entry);
    const total = ["home", "away"].map((side) => form.querySelector(`[data-total=${side}]`).textContent.trim());
    await outbox.lay({
      id,
      reader,
      delivery: words.live,
      page: words.page,
      title: words.title,
      score: total.join("–"),
      lines: lines(merged),
      fields: Object.entries(merged),
      basis: "",
      seen: "",
      at: new Date().toISOString(),
      state: "waiting",
    });
    if (navigator.serviceWorker?.controller) {
      const registration = await navigator.serviceWorker.ready;
      await registration.sync?.register("outbox").catch(() => null);
    }
  };

  const take = (answer, entry) => {
    mark(answer.fields);
    if (answer.state === "conflict") stop(answer.message, answer.differences);
    else if (answer.state === "refused") say(answer.problems.join(" "), "bad");
    else if (answer.state === "sent") {
      written = { ...written, ...entry };
      say(words.in, "good");
      if (answer.all_in !== undefined) make.classList.toggle("quiet", !answer.all_in);
    }
  };

  // A line that hangs says nothing for minutes. What is not answered by then is kept here, and goes again under the same key.
  const PATIENCE = 8000;
  const post = async (id, entry) => {
    const body = new URLSearchParams(entry);
    const headers = { Accept: "application/json", "x-csrftoken": form.elements.csrfmiddlewaretoken.value, "idempotency-key": id };
    const answer = await fetch(words.live, { method: "POST", body, headers, redirect: "error", signal: AbortSignal.timeout?.(PATIENCE) });
    if (![200, 409, 422].includes(answer.status)) throw new Error(String(answer.status));
    const said = await answer.json();
    if (said.state === "waiting") throw new Error("busy");
    return said;
  };

  // What was refused leaves the outbox once each part of it has gone in as it was mended.
  const owed = new Map();
  const settle = async (entry) => {
    const mended = [...owed].filter(([, names]) => {
      for (const name of Object.keys(entry)) names.delete(name);
      return !names.size;
    });
    for (const [id] of mended) {
      owed.delete(id);
      await outbox.remove(id);
    }
    // The number in the header.
    if (mended.length) await outbox.deliver();
  };

  const send = async (but) => {
    const entry = changes(but);
    if (over || !Object.keys(entry).length) return;
    const id = crypto.randomUUID();
    // What waits already goes first, with this behind it.
    const held = await waitingEntries();
    if (!held.length) {
      try {
        const answer = await post(id, entry);
        take(answer, entry);
        if (answer.state === "sent") await settle(entry).catch(() => null);
        return;
      } catch {
        // It may have come there all the same: under the same key it is one entry.
      }
    }
    await lay(id, entry);
    written = { ...written, ...entry };
    say(words.here, "wait");
    if (navigator.onLine && held.length) await outbox.deliver();
  };
  // One after the other, so that an older entry never comes behind a newer one.
  const soon = (but) => {
    sending = (sending || Promise.resolve()).then(() => send(but)).catch(() => say(words.here, "wait"));
    return sending;
  };

  form.addEventListener("change", () => soon());
  form.addEventListener("click", (event) => (event.target.closest("[data-step]") ? setTimeout(soon) : null));

  const look = async () => {
    const answer = await fetch(words.live, { headers: { Accept: "application/json" }, cache: "no-store" });
    if (!answer.ok) return;
    const said = await answer.json();
    if (!said.mine) stop(said.message);
  };
  document.addEventListener("muggins:live", (event) => {
    if (over || event.detail.turn === Number(words.turn) && event.detail.html.includes("live-score")) return;
    look().catch(() => null);
  });

  // What was delivered, here or by the service worker, says how it went.
  const known = new Set();
  const delivered = async () => {
    for (const one of (await ownEntries()).filter((entry) => !known.has(entry.id))) {
      if (one.state !== "waiting" && one.state !== "signed-out") known.add(one.id);
      if (one.state === "sent") say(words.in, "good");
      else if (["conflict", "refused"].includes(one.state) && one.answer) {
        // Nothing of it is in the score: it goes again with what is mended.
        for (const [name] of one.fields) delete written[name];
        owed.set(one.id, new Set(one.fields.map(([name]) => name)));
        take(one.answer, {});
      } else say(words.here, "wait");
    }
  };
  new BroadcastChannel("muggins-outbox").addEventListener("message", delivered);

  // A page that was kept, or opened again, knows less than the device: what waits is filled in, and goes in when it can.
  const restore = async () => {
    const waits = await ownEntries();
    const typed = fields();
    for (const one of waits) {
      // What came of an entry before this page was opened was told before.
      if (!["waiting", "signed-out"].includes(one.state)) {
        known.add(one.id);
        continue;
      }
      for (const [name, said] of one.fields) {
        const field = form.elements[name];
        if (field && typed[name] === came[name]) field.value = said;
      }
      // What was typed meanwhile stays, and is newer; a field that cannot say what waits says nothing against it.
      const took = fields();
      for (const [name, said] of one.fields) if (name in took) written[name] = typed[name] === came[name] ? took[name] : said;
      say(words.here, "wait");
    }
    form.dispatchEvent(new Event("input"));
  };
  const begin = async () => {
    // What is being typed goes out when it is left.
    soon(spot(document.activeElement?.name || ""));
    await outbox.deliver();
    await delivered();
  };
  restore().catch(() => null).then(begin).catch(() => null);
})();
