// The result sheet as it is filled in: running points, one match open at a time, players who change places, Enter that leads to the
// next game, a question about scores that are probably slips, and a draft that survives a lost connection.
// Without this file the form still works: its matches open by hand, and its button "Save and add up" keeps it and adds the games up.
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
  const touched = navigator.maxTouchPoints > 0;
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
      const somebody = value && input.dataset.typed && input.closest("details.somebody");
      if (somebody) somebody.open = true;
    }
  };

  // Running points
  let toGo = 0;
  const winnerOf = (game) => game.querySelector("input[type=radio]:checked")?.value || "";
  const loserOf = (game) => game.querySelector("input[name$=-loser]");
  const shortOf = (match) => {
    // Where each plays each, a place of the line-up may have nobody.
    const absent = (side) => {
      const there = (match.dataset[`${side}Seats`] || "").split(" ").filter(Boolean).map((name) => form.elements[name]);
      return there.some((seat) => seat.value === "0") && !there.some((seat) => (seat.value && seat.value !== "0") || typedAt(seat));
    };
    const nobody = ["home", "away"].filter(absent);
    return form.elements[`m${match.dataset.match}-short`]?.value || (nobody.length === 2 ? "both" : nobody[0] || "");
  };
  // What a match stands at, and what it still lacks.
  const standing = (match) => {
    const won = { home: 0, away: 0 };
    const short = shortOf(match);
    const needed = Number(match.dataset.needed);
    const games = [...match.querySelectorAll("[data-game]")];
    if (short && short !== "both") won[short === "home" ? "away" : "home"] = needed;
    if (!short) for (const game of games) if (winnerOf(game)) won[winnerOf(game)] += 1;
    if (!short) for (const total of match.querySelectorAll("[data-total-of]")) won[total.dataset.totalOf] = /^\d$/.test(total.value) ? Number(total.value) : 0;
    const most = Number(match.dataset.most);
    // A match that ends early is over as soon as one side has won enough.
    const open = "openEnded" in match.dataset;
    const over = short || (open && Math.max(won.home, won.away) >= needed) || won.home + won.away >= most;
    const left = over ? 0 : open ? needed - Math.max(won.home, won.away) : most - won.home - won.away;
    const pegged = [...match.querySelectorAll("input[name$=-pegged]")].filter((input) => !input.value.trim()).length;
    const scores = short ? 0 : pegged + games.filter((game) => winnerOf(game) && loserOf(game) && !loserOf(game).value.trim()).length;
    return { won, short, left, scores, complete: !left && !scores };
  };
  const matchesOf = (unit) => (unit.matches("[data-match]") ? [unit] : [...unit.querySelectorAll("[data-match]")]);
  const units = [...form.querySelectorAll("[data-unit]")];
  const isComplete = (unit) => matchesOf(unit).every((match) => standing(match).complete);
  const plural = (n, one, many, gaps = {}) => fillGaps(n === 1 ? one : many, { n, ...gaps });
  const missingText = (left, scores) => {
    const texts = [];
    for (const side of ["home", "away"]) {
      const n = emptySeats().filter((seat) => sideOf(seat) === side).length;
      if (n) texts.push(plural(n, words.nameLeft, words.namesLeft, { team: words[side] }));
    }
    if (left) texts.push(plural(left, words.gameLeft, words.gamesLeft));
    else texts.push(scores ? plural(scores, words.scoreLeft, words.scoresLeft) : words.allGames);
    return texts.join(" · ");
  };
  const sendBar = form.querySelector("[data-send-bar]");
  const tally = () => {
    const total = { home: 0, away: 0 };
    let left = 0;
    let scores = 0;
    for (const unit of units) {
      const sum = { home: 0, away: 0 };
      let complete = true;
      for (const match of matchesOf(unit)) {
        const now = standing(match);
        left += now.left;
        scores += now.scores;
        complete &&= now.complete;
        match.classList.toggle("match-done", now.complete);
        match.querySelector("[data-games]").hidden = Boolean(now.short);
        for (const side of ["home", "away"]) sum[side] += now.won[side];
      }
      unit.classList.toggle("match-done", complete);
      unit.querySelector("[data-unit-score]").textContent = complete || sum.home || sum.away ? `${sum.home}–${sum.away}` : "–";
      for (const side of ["home", "away"]) total[side] += sum[side];
    }
    for (const side of ["home", "away"]) form.querySelector(`[data-total=${side}]`).textContent = total[side];
    toGo = left;
    const empty = emptySeats().length;
    form.querySelector("[data-left]").textContent = missingText(left, scores);
    form.querySelector("[data-seats]").textContent = neededSeats().length;
    form.querySelector("[data-filled]").textContent = neededSeats().length - empty;
    sendBar?.classList.toggle("sheet-complete", !(left || scores || empty));
  };

  // One match is open at a time. The next one opens itself when it is complete: never the one that is looked at again.
  const show = (unit) => {
    unit.open = true;
    for (const other of units) if (other !== unit) other.open = false;
    unit.scrollIntoView({ block: "nearest" });
  };
  // Its row has opened it only once the press is over.
  for (const unit of units) unit.querySelector("summary").addEventListener("click", () => setTimeout(() => { if (unit.open) show(unit); }));
  const firstIncomplete = (after) => {
    const rest = after ? [...units.slice(units.indexOf(after) + 1), ...units.slice(0, units.indexOf(after))] : units;
    return rest.find((unit) => !isComplete(unit));
  };
  const nextField = (unit) => {
    const stop = [...unit.querySelectorAll("[data-game], [data-stepper]")].find((one) => !winnerOf(one));
    if (!stop) return unit.querySelector("summary");
    // On a phone the number pad stays open for the next tap.
    return (touched && loserOf(stop)) || stop.querySelector("input, button:not([hidden])");
  };
  const goOn = (unit) => {
    const next = firstIncomplete(unit);
    if (!next) return;
    show(next);
    nextField(next).focus({ preventScroll: true });
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

  // The line-up. Whoever is chosen for a second place leaves the first one to the player who sat here.
  const seats = [...form.querySelectorAll("select[data-seat]")];
  const sideOf = (seat) => seat.name.split("-")[1];
  const typedAt = (seat) => form.elements[`${seat.name}-name`]?.value.trim() || "";
  const neededSeats = () =>
    seats.filter((seat) => {
      const short = form.elements[`${seat.name.split("-")[0]}-short`]?.value;
      return !short || (short !== "both" && short !== sideOf(seat));
    });
  const emptySeats = () => neededSeats().filter((seat) => !seat.value && !typedAt(seat));
  const seatName = (seat) => (seat.value ? seat.selectedOptions[0].textContent.trim() : typedAt(seat));
  const chosen = new Map();
  const moved = form.querySelector("[data-move-note]");
  // In another match where the format lets them play more than once.
  const scope = (seat) => ("once" in words ? "" : seat.name.split("-")[0]);
  const swap = (seat) => {
    const was = chosen.get(seat) || "";
    const from = seat.value && seat.value !== "0" && seats.find((one) => one !== seat && one.value === seat.value && scope(one) === scope(seat));
    moved.textContent = "";
    if (!from) return;
    const back = [...from.options].some((option) => option.value === was) ? was : "";
    from.value = back;
    moved.textContent = fillGaps(back ? words.swapped : words.moved, { one: seatName(seat), other: seatName(from) });
  };
  const remember = () => { for (const seat of seats) chosen.set(seat, seat.value); };
  const lineUp = form.querySelector("details[data-line-up]");
  const openGames = () => {
    lineUp.open = false;
    const next = firstIncomplete() || units[0];
    show(next);
    return next;
  };
  // The last name of a line-up leads to the games.
  let named = 0;
  const afterName = () => {
    const empty = emptySeats().length;
    if (named && !empty && lineUp.open && units.length) openGames().querySelector("summary").focus({ preventScroll: true });
    named = empty;
  };
  const toGames = form.querySelector("[data-to-games]");
  toGames.hidden = !units.length;
  toGames.addEventListener("click", () => nextField(openGames()).focus({ preventScroll: true }));

  // A side that won every game of a match takes one tap instead of one a game.
  for (const match of form.querySelectorAll("[data-match]:not([data-open-ended])")) {
    const games = [...match.querySelectorAll("[data-game]")];
    if (games.length < 2) continue;
    const line = document.createElement("p");
    line.className = "won-all";
    for (const side of ["home", "away"]) {
      const button = document.createElement("button");
      button.type = "button";
      button.className = "quiet small";
      button.dataset.wonAll = side;
      button.textContent = fillGaps(words.wonAll, { team: words[side], n: games.length });
      button.addEventListener("click", () => {
        for (const game of games) game.querySelector(`input[value=${side}]`).checked = true;
        const empty = games.map(loserOf).find((loser) => loser && !loser.value);
        (empty || button).focus();
        button.dispatchEvent(new Event("input", { bubbles: true }));
      });
      line.append(button);
    }
    match.querySelector("[data-games]").before(line);
  }

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
  const onward = () => {
    const here = document.activeElement;
    // The name of a player who is missing is registered; only once this press is over, which sends nothing.
    if (here.name === "register-name") {
      setTimeout(() => form.querySelector("[name=do][value=register]").click());
      return;
    }
    // From name to name, and from the last one to the games.
    if (here.dataset.typed) {
      const names = [...form.querySelectorAll("[data-typed]")].filter((input) => input.offsetParent);
      const empty = emptySeats().map((seat) => form.elements[`${seat.name}-name`]);
      const next = names[names.indexOf(here) + 1] || names.find((input) => empty.includes(input));
      if (next) next.focus();
      else nextField(openGames()).focus();
      return;
    }
    const stops = [...form.querySelectorAll(here.closest(".past") ? ".past, [data-game], [data-stepper]" : "[data-game], [data-stepper]")];
    const shown = stops.filter((stop) => !stop.closest("details:not([open], [data-unit]), [hidden]"));
    const game = here.closest(".past, [data-game], [data-stepper]");
    const loser = here.type === "radio" && game?.querySelector("input[type=text]");
    const next = shown[shown.indexOf(game) + 1];
    // From score to score where its winner is said, and on a phone, whose number pad then stays open for the next tap.
    const score = here.name?.endsWith("-loser") && next?.querySelector("input[name$=-loser]");
    const straight = score && (touched || next.querySelector("input:checked[value]:not([value=''])"));
    const field = loser || (straight && score) || (game && (next?.querySelector("input:checked") || next?.querySelector("input, select"))) || form.querySelector("[data-send]");
    const unit = field.closest("[data-unit]");
    if (unit && !unit.open) show(unit);
    field.focus();
    if (field.type === "text") field.select();
    field.closest(".past, [data-game], [data-stepper]")?.scrollIntoView({ block: "nearest" });
  };

  // A loser below half-way is asked about once, at the field. The server asks again where nobody has answered.
  const doubtOf = (input) => `${input.closest("[data-game]").id}:${Number(input.value.trim())}`;
  const isDoubtful = (input) => {
    const score = input.value.trim();
    const target = Number(input.closest("[data-match]").dataset.target);
    const low = /^\d{1,3}$/.test(score) && Number(score) < Math.floor((target + 1) / 2);
    return low && ![...form.querySelectorAll("[name=sure]")].some((sure) => sure.value.split(" ").includes(doubtOf(input)));
  };
  const ask = (input) => {
    const game = input.closest("[data-game]");
    const score = input.value.trim();
    const key = doubtOf(input);
    const asked = game.querySelector("[data-really]");
    if (asked && isDoubtful(input) && asked.dataset.really === key) return;
    asked?.remove();
    if (!isDoubtful(input)) return;
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
      proceed(input);
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

  // A score no further digit belongs to leads on: to the next score of the match whose winner is said, or to the next match.
  const isWhole = (input) => {
    const score = input.value.trim();
    const target = Number(input.closest("[data-match]").dataset.target);
    return /^\d{1,3}$/.test(score) && Number(score) < target && Number(score) * 10 >= target && !isDoubtful(input);
  };
  // A match is left once: nobody is led away from what they put right.
  const left = new Set();
  const proceed = (input) => {
    const unit = input.closest("[data-unit]");
    if (!unit || left.has(unit) || unit.querySelector("[data-really]")) return;
    const losers = [...unit.querySelectorAll("input[name$=-loser]")];
    if (losers.some(isDoubtful)) return;
    const next = touched && losers.find((loser) => !loser.value && winnerOf(loser.closest("[data-game]")));
    if (next) next.focus();
    else if (isComplete(unit)) {
      left.add(unit);
      goOn(unit);
    }
  };

  // The rows of the matches name whoever is chosen for them.
  const nameMatches = () => {
    for (const place of form.querySelectorAll("[data-players-of]")) {
      const names = place.dataset.playersOf.split(" ").map((name) => seatName(form.elements[name]));
      place.textContent = names.some(Boolean) ? names.map((name) => name || "?").join(" & ") : place.dataset.nobody;
    }
    for (const unit of units) {
      for (const who of unit.querySelectorAll("[data-who]")) {
        const side = unit.dataset.seatsOf ? unit.dataset.seatsOf.split(" ").map((name) => form.elements[name]) : seats.filter((seat) => seat.name.startsWith(`${unit.id}-${who.dataset.who}-`));
        const names = side.map(seatName);
        who.textContent = names.some(Boolean) ? names.map((name) => name || "?").join(" & ") : unit.dataset.seatsOf ? "" : words[who.dataset.who];
      }
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
    nameMatches();
    suggested();
    tally();
    remember();
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
    const { target } = event;
    if (seats.includes(target)) swap(target);
    changed();
    if (seats.includes(target)) afterName();
    if (target.name?.endsWith("-loser")) unask(target);
    if (target.name?.endsWith("-loser") ? isWhole(target) : target.dataset.wonAll || target.type === "radio" || target.dataset.totalOf) proceed(target);
  });
  form.addEventListener("change", (event) => {
    changed();
    if (event.target.name?.endsWith("-loser")) afterPress(() => ask(event.target));
    if (event.target.name?.endsWith("-pegged")) afterPress(() => proceed(event.target));
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

  const opened = JSON.stringify(fields());
  restore();
  remember();
  nameMatches();
  ownChoice();
  suggested();
  tally();
  named = emptySeats().length;
  for (const unit of units) if (isComplete(unit)) left.add(unit);
  // What this phone had kept goes further than the page that came.
  if (JSON.stringify(fields()) !== opened && !form.querySelector("[aria-invalid=true]")) {
    const next = firstIncomplete();
    if (next) show(next);
  }
})();
