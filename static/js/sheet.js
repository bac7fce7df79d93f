// The result sheet as it is filled in: running points, players who are taken, Enter that leads to the next game, a question about
// scores that are probably slips, and a draft that survives a lost connection.
// Without this file the form still works: its button "Save and add up" keeps it and adds the games up.
"use strict";
(() => {
  const form = document.querySelector("form[data-sheet]");
  if (!form) return;
  const NAME =
    /^m\d{1,2}-(?:(?:home|away)-[1-8](?:-name|-is)?|(?:home|away)-(?:games|pegged)|g\d-(?:winner|loser|winner-score)|short)$/;
  const key = `muggins:${form.dataset.sheet}`;
  const state = form.querySelector("[data-draft-state]");
  const copy = document.querySelector("meta[name=muggins-kept]");
  const words = form.querySelector("[data-tally]").dataset;
  // What is gone to stands below the running score, which is higher with long names and large letters.
  new ResizeObserver(([{ target }]) => {
    document.documentElement.style.scrollPaddingTop = `calc(${target.offsetHeight}px + 1rem)`;
  }).observe(form.querySelector("[data-tally]"));
  const fillGaps = (text, gaps) => text.replace(/\{(\w+)\}/g, (gap, name) => gaps[name]);
  const inputs = () => [...form.elements].filter((input) => NAME.test(input.name));

  const fields = () => {
    const kept = {};
    for (const input of inputs()) {
      if (input.type === "radio" && !input.checked) continue;
      if (input.value) kept[input.name] = input.value;
    }
    return kept;
  };
  const fill = (kept) => {
    for (const input of inputs()) {
      const value = kept[input.name] || "";
      if (input.type === "radio") input.checked = input.value === value;
      else input.value = value;
      if (value && input.dataset.typed) input.closest("details").open = true;
    }
  };

  // Running points
  let toGo = 0;
  const winnerOf = (game) => game.querySelector("input[type=radio]:checked")?.value || "";
  const tally = () => {
    const total = { home: 0, away: 0 };
    let all = 0;
    let left = 0;
    for (const match of form.querySelectorAll("[data-match]")) {
      const won = { home: 0, away: 0 };
      const absent = (side) => form.elements[match.dataset[`${side}Seat`]]?.value === "0";
      const nobody = ["home", "away"].filter(absent);
      const short = form.elements[`m${match.dataset.match}-short`]?.value || (nobody.length === 2 ? "both" : nobody[0] || "");
      const games = match.querySelectorAll("[data-game]");
      const needed = Number(match.dataset.needed);
      all += needed;
      if (short === "both") all -= needed;
      else if (short) won[short === "home" ? "away" : "home"] = needed;
      else for (const game of games) if (winnerOf(game)) won[winnerOf(game)] += 1;
      const totals = match.querySelectorAll("[data-total-of]");
      if (!short) for (const total of totals) won[total.dataset.totalOf] = /^\d$/.test(total.value) ? Number(total.value) : 0;
      const most = Number(match.dataset.most);
      // A match that ends early is over as soon as one side has won enough.
      const open = "openEnded" in match.dataset;
      const over = short || (open && Math.max(won.home, won.away) >= needed) || won.home + won.away >= most;
      if (!over) left += open ? needed - Math.max(won.home, won.away) : most - won.home - won.away;
      const score = match.querySelector("[data-match-score]");
      if (score) score.textContent = `${won.home}–${won.away}`;
      match.classList.toggle("match-done", Boolean(over));
      match.querySelector("[data-games]").hidden = Boolean(short);
      total.home += won.home;
      total.away += won.away;
    }
    for (const side of ["home", "away"]) form.querySelector(`[data-total=${side}]`).textContent = total[side];
    toGo = left;
    form.querySelector("[data-left]").textContent = fillGaps(left ? words.gamesLeft : words.allGames, { left, all });
  };

  // A number of games is typed, or stepped to with the buttons beside it.
  const stepTo = (button) => {
    const input = button.closest("[data-stepper]").querySelector("input");
    const now = /^\d$/.test(input.value) ? Number(input.value) : null;
    const to = now === null ? Math.max(0, Number(button.dataset.step)) : now + Number(button.dataset.step);
    input.value = Math.min(Math.max(to, 0), Number(input.dataset.most));
    // Whoever counts one side's games has counted none of the other's until they say otherwise.
    const other = [...button.closest("[data-games]").querySelectorAll("[data-total-of]")].find((one) => one !== input);
    if (other && !other.value) other.value = 0;
    input.dispatchEvent(new Event("input", { bubbles: true }));
  };
  for (const button of form.querySelectorAll("[data-step]")) {
    button.hidden = false;
    button.addEventListener("click", () => stepTo(button));
  }

  // A player is on the sheet once, or once in a match where the format lets them play more: greyed out in other lists.
  const seats = [...form.querySelectorAll("select[data-seat]")];
  const takenOnce = () => {
    const taken = new Map();
    const place = (seat, player) => ("once" in words ? player : `${seat.name.split("-")[0]} ${player}`);
    for (const seat of seats) if (seat.value && seat.value !== "0") taken.set(place(seat, seat.value), seat);
    for (const seat of seats) {
      for (const option of seat.options) {
        const by = taken.get(place(seat, option.value));
        option.disabled = Boolean(option.value) && option.value !== "0" && by !== undefined && by !== seat && seat.value !== option.value;
      }
    }
  };

  // The draft: at once on this phone, a moment later on the server
  const say = (text, tone) => {
    if (!state) return;
    state.textContent = text;
    state.dataset.tone = tone;
  };
  const keepHere = (sent) => {
    try {
      const seen = form.dataset.seen || "";
      localStorage.setItem(key, JSON.stringify({ fields: fields(), reason: form.elements.reason?.value || "", sent, seen }));
    } catch {
      // A full or forbidden store: the server's draft is what is left.
    }
  };
  let timer = 0;
  let sending = false;
  let laid = false;
  let out = false;
  let apart = false;
  const send = async () => {
    if (apart) return;
    const body = new FormData();
    body.append("csrfmiddlewaretoken", form.elements.csrfmiddlewaretoken.value);
    body.append("seen", form.dataset.seen || "");
    const now = fields();
    for (const [name, value] of Object.entries(now)) body.append(name, value);
    try {
      const answer = await fetch(form.dataset.draftUrl, { method: "POST", body, redirect: "error" });
      if (answer.status === 403) return signedOut();
      if (answer.status === 409) return elsewhere((await answer.json()).saved_at);
      if (!answer.ok) throw new Error(String(answer.status));
      out = false;
      const kept = await answer.json();
      form.dataset.seen = kept.saved_at;
      if (JSON.stringify(now) === JSON.stringify(fields())) {
        keepHere(true);
        say(words.saved, "good");
        form.dispatchEvent(new CustomEvent("muggins:saved", { detail: kept }));
      }
    } catch {
      out = false;
      say(words.offline, "wait");
    }
  };
  const signedOut = () => {
    // Said once: the link must not move away under a finger while typing goes on.
    if (out) return;
    out = true;
    say(`${words.signedOut} `, "bad");
    const link = document.createElement("a");
    link.href = form.dataset.loginUrl;
    link.textContent = words.signIn;
    state.append(link);
  };
  const choice = (text, press) => {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "quiet small";
    button.textContent = text;
    button.addEventListener("click", press);
    state.append(button, " ");
  };
  // The newer draft stands until somebody says otherwise; what is typed here is kept on this phone meanwhile.
  const elsewhere = (saved) => {
    if (apart) return;
    apart = true;
    say(`${words.newer} `, "bad");
    choice(words.showThat, () => {
      keepHere(true);
      location.reload();
    });
    choice(words.keepThis, () => {
      apart = false;
      form.dataset.seen = saved;
      say(words.saving, "quiet");
      send();
    });
  };
  // Enter, or Go on a phone, presses the form's first button, which is `keep`: here it leads on, and never sends.
  const keep = form.querySelector("[data-keep]");
  const touched = navigator.maxTouchPoints > 0;
  const onward = () => {
    const here = document.activeElement;
    // The name of a player who is missing is registered; only once this press is over, which sends nothing.
    if (here.name === "register-name") {
      setTimeout(() => form.querySelector("[name=do][value=register]").click());
      return;
    }
    const stops = [...form.querySelectorAll(here.closest(".past") ? ".past, [data-game], [data-stepper]" : "[data-game], [data-stepper]")];
    const shown = stops.filter((stop) => stop.getClientRects().length);
    const game = here.closest(".past, [data-game], [data-stepper]");
    const loser = here.type === "radio" && game?.querySelector("input[type=text]");
    const next = shown[shown.indexOf(game) + 1];
    // From score to score where its winner is said, and on a phone, whose number pad then stays open for the next tap.
    const score = here.name?.endsWith("-loser") && next?.querySelector("input[name$=-loser]");
    const straight = score && (touched || next.querySelector("input:checked[value]:not([value=''])"));
    const field = loser || (straight && score) || (game && (next?.querySelector("input:checked") || next?.querySelector("input, select"))) || form.querySelector("[data-send]");
    field.focus();
    if (field.type === "text") field.select();
    field.closest(".past, [data-game], [data-stepper]")?.scrollIntoView({ block: "nearest" });
  };

  // A loser below half-way is asked about once, at the field. The server asks again where nobody has answered.
  const ask = (input) => {
    const game = input.closest("[data-game]");
    const score = input.value.trim();
    const key = `${game.id}:${Number(score)}`;
    const target = Number(input.closest("[data-match]").dataset.target);
    const low = /^\d{1,3}$/.test(score) && Number(score) < Math.floor((target + 1) / 2);
    const asked = game.querySelector("[data-really]");
    if (asked && low && asked.dataset.really === key) return;
    asked?.remove();
    if (!low || [...form.querySelectorAll("[name=sure]")].some((sure) => sure.value.split(" ").includes(key))) return;
    const line = document.createElement("p");
    line.className = "field-error really-here";
    line.dataset.really = key;
    line.setAttribute("role", "status");
    line.textContent = `${fillGaps(words.question, { score: Number(score) })} `;
    const yes = document.createElement("button");
    yes.type = "button";
    yes.className = "quiet small";
    yes.textContent = fillGaps(words.answer, { score: Number(score) });
    yes.addEventListener("click", () => {
      const sure = document.createElement("input");
      sure.type = "hidden";
      sure.name = "sure";
      sure.value = key;
      line.remove();
      form.append(sure);
      input.focus();
    });
    line.append(yes);
    game.append(line);
  };
  // The press that leaves a field may be on the next game, which the question would move away under the finger.
  let pressed = false;
  document.addEventListener("pointerdown", () => { pressed = true; }, true);
  for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, () => { pressed = false; }, true);
  const afterPress = (then) => setTimeout(() => (pressed ? afterPress(then) : then()), pressed ? 30 : 0);
  const unask = (input) => {
    const asked = input.closest("[data-game]")?.querySelector("[data-really]");
    if (asked && asked.dataset.really.split(":")[1] !== input.value.trim()) asked.remove();
  };

  // Where each plays each, the matches name whoever is chosen for the line-up.
  const named = () => {
    for (const name of form.querySelectorAll("[data-player-of]")) {
      const seat = form.elements[name.dataset.playerOf];
      const typed = form.elements[`${seat.name}-name`]?.value.trim();
      name.textContent = seat.value ? seat.selectedOptions[0].textContent : typed || seat.labels[0].textContent;
    }
  };

  // Whoever was suggested and is changed is no suggestion any more.
  const suggestions = [...form.querySelectorAll("select[data-suggested]")];
  const suggested = () => {
    for (const seat of suggestions) {
      const note = document.getElementById(`${seat.name}-suggested`);
      if (note) note.hidden = seat.value !== seat.dataset.suggested;
    }
  };

  const changed = () => {
    named();
    suggested();
    tally();
    takenOnce();
    // A sheet without a draft is signed on this very page.
    if (!form.dataset.draftUrl) return;
    keepHere(false);
    if (!out && !apart) say(words.saving, "quiet");
    clearTimeout(timer);
    timer = setTimeout(send, 700);
  };

  const restore = () => {
    if (!form.dataset.draftUrl) return;
    let kept = null;
    try {
      kept = JSON.parse(localStorage.getItem(key) || "null");
    } catch {
      return;
    }
    const reason = form.elements.reason;
    if (reason && !reason.value && kept?.reason) reason.value = kept.reason;
    // A page that was kept knows less than the phone, whatever the server has been told since.
    if (copy && kept?.fields) {
      form.dataset.seen = kept.seen || "";
      fill(kept.fields);
      say(words.restored, "good");
      return;
    }
    if (!kept || kept.sent || !kept.fields || form.querySelector("[aria-invalid=true]")) return;
    if (JSON.stringify(kept.fields) === JSON.stringify(fields())) return;
    // What was saved elsewhere since is newer than what this phone has kept.
    if (form.dataset.seen && kept.seen !== undefined && kept.seen !== form.dataset.seen) {
      say(`${words.further} `, "wait");
      choice(words.takeKept, () => {
        fill(kept.fields);
        changed();
      });
      return;
    }
    fill(kept.fields);
    say(words.restored, "good");
    clearTimeout(timer);
    timer = setTimeout(send, 200);
  };

  form.addEventListener("input", (event) => {
    changed();
    if (event.target.name?.endsWith("-loser")) unask(event.target);
  });
  form.addEventListener("change", (event) => {
    changed();
    if (event.target.name?.endsWith("-loser")) afterPress(() => ask(event.target));
    // After the winner comes the loser's score.
    if (event.target.type === "radio" && event.target.name.endsWith("-winner")) {
      const loser = document.getElementById(event.target.name.replace("-winner", "-loser"));
      if (loser && !loser.value) loser.focus();
    }
  });
  form.addEventListener("submit", (event) => {
    if (event.submitter === keep) {
      event.preventDefault();
      onward();
      return;
    }
    if (sending) {
      event.preventDefault();
      return;
    }
    // A whole sheet that is sent without a connection, or from a page that was kept, waits in the outbox; nothing else can.
    const outbox = form.dataset.deliveryUrl && event.submitter?.name !== "do" && !toGo && self.mugginsSheet;
    if (!navigator.onLine || (outbox && copy)) {
      event.preventDefault();
      if (outbox) {
        clearTimeout(timer);
        outbox.wait(form, event.submitter).then(() => say(form.dataset.waits, "wait"), () => say(words.notSent, "bad"));
        return;
      }
      say(words.notSent, "bad");
      state.scrollIntoView({ block: "center" });
      return;
    }
    // It may not get through all the same: the service worker then finds it laid down.
    if (outbox && !laid && navigator.serviceWorker?.controller) {
      event.preventDefault();
      laid = true;
      const { submitter } = event;
      outbox.lay(form, submitter, "sending").catch(() => null).then(() => form.requestSubmit(submitter));
      return;
    }
    sending = true;
    clearTimeout(timer);
    // Kept as unsent: if the answer never comes, all of it is here the next time. A sheet that arrived is not opened again.
    // What is filled in anew by the server is its draft, which it has.
    keepHere(["clear", "last", "undo"].includes(event.submitter?.value));
    for (const option of form.querySelectorAll("option:disabled")) option.disabled = false;
  });
  window.addEventListener("pageshow", () => {
    sending = false;
    laid = false;
  });
  window.addEventListener("offline", () => say(words.offline, "wait"));
  if (form.dataset.draftUrl) window.addEventListener("online", send);

  const own = form.querySelector("[data-own-sheet]");
  const ownChoice = () => {
    if (own) own.hidden = form.elements.own.value === "no";
  };
  form.addEventListener("change", ownChoice);

  restore();
  named();
  ownChoice();
  suggested();
  tally();
  takenOnce();
})();
