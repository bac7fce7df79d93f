// The table, made smooth: what happened is said and heard, pegs leap, cards are dragged or chosen by keys, and the table moves on by itself
// where that is wished for. Every move is a form of the page and works without this.
"use strict";

(() => {
  const play = document.querySelector("[data-play]");
  if (!play) return;
  const currentTable = () => document.getElementById("play-now");
  const said = play.querySelector("[data-said]");
  const calm = matchMedia("(prefers-reduced-motion)");
  const STEPS = { ArrowRight: 1, ArrowLeft: -1 };
  const OPEN = "details[id]";
  const FAR = 56; // pixels that a card is dragged before it counts as laid
  let byKeys = false;
  let timer = 0;
  let open = [];
  let { wants: wanted } = currentTable().dataset;

  // What a form's answer says is shown, a refusal too.
  document.addEventListener("htmx:beforeSwap", (event) => {
    if ([403, 409, 422].includes(event.detail.xhr.status)) {
      event.detail.shouldSwap = event.detail.target.id === "play-now" && event.detail.xhr.status !== 403;
      event.detail.isError = false;
    }
    open = [...currentTable().querySelectorAll(OPEN)].filter((one) => one.open).map((one) => one.id);
  });
  // A form that waits for its answer is not sent twice.
  document.addEventListener("htmx:beforeRequest", (event) => {
    if (event.target.matches("form")) currentTable().setAttribute("aria-busy", "true");
    else if (currentTable().hasAttribute("aria-busy") || document.hidden) event.preventDefault();
  });
  document.addEventListener("htmx:afterRequest", () => currentTable().removeAttribute("aria-busy"));
  // A lost signal, or too many moves a minute: the table stands as it was. Looking for a move of others goes on quietly.
  const failed = (event) => {
    if (!event.target.matches("form")) return;
    currentTable().querySelector(".play-refused")?.remove();
    const told = document.createElement("div");
    told.className = "notice notice-bad play-refused";
    told.setAttribute("role", "alert");
    currentTable().querySelector(".play-hand").prepend(told);
    told.textContent = play.dataset.failed;
  };
  document.addEventListener("htmx:sendError", failed);
  document.addEventListener("htmx:responseError", failed);

  // Sounds

  let audio = null;
  const note = (at, pitch, length, kind) => {
    const tone = audio.createOscillator();
    const loud = audio.createGain();
    tone.type = kind;
    tone.frequency.value = pitch;
    loud.gain.setValueAtTime(0.12, at);
    loud.gain.exponentialRampToValueAtTime(0.001, at + length);
    tone.connect(loud).connect(audio.destination);
    tone.start(at);
    tone.stop(at + length);
  };
  const SOUNDS = {
    card: [[0, 180, 0.06, "triangle"]],
    peg: [[0, 620, 0.05, "square"], [0.09, 740, 0.05, "square"]],
    go: [[0, 240, 0.16, "sine"]],
    win: [[0, 523, 0.18, "triangle"], [0.18, 659, 0.18, "triangle"], [0.36, 784, 0.4, "triangle"]],
  };
  const hear = (lines) => {
    if (!currentTable().hasAttribute("data-sound")) return;
    audio ??= new AudioContext();
    let at = audio.currentTime;
    for (const line of lines.slice(-4)) {
      for (const [later, pitch, length, kind] of SOUNDS[line.dataset.heard] || []) note(at + later, pitch, length, kind);
      at += 0.22;
    }
  };

  // What happened

  let known = new Set([...currentTable().querySelectorAll("[data-line]")].map((one) => one.dataset.line));
  const tell = () => {
    const lines = [...currentTable().querySelectorAll("[data-line]")];
    const fresh = lines.filter((one) => !known.has(one.dataset.line));
    known = new Set(lines.map((one) => one.dataset.line));
    const list = currentTable().querySelector("[data-lines]");
    if (list) list.scrollTop = list.scrollHeight;
    if (!fresh.length) return;
    said.replaceChildren(...[...fresh, currentTable().querySelector(".play-asks")].filter(Boolean).map((one) => {
      const line = document.createElement("span");
      line.textContent = `${one.textContent.trim()} `;
      return line;
    }));
    hear(fresh);
  };

  const movePegs = () => {
    const figure = play.querySelector("figure[data-board]");
    figure?.dispatchEvent(new CustomEvent("board:move", { detail: JSON.parse(currentTable().dataset.pegs) }));
  };

  // Cards

  const cards = () => [...currentTable().querySelectorAll(".play-hand button.play-card, .play-hand .play-card input")];
  const choose = (card) => {
    if (!card || card.disabled) return;
    card.click();
    card.focus();
  };

  const watchAway = () => {
    const set = currentTable().querySelector("[data-lays-away]");
    if (!set) return;
    const most = Number(set.dataset.laysAway);
    const button = set.closest("form").querySelector("button");
    const chosen = [];
    const show = () => { button.disabled = chosen.length !== most; };
    set.addEventListener("change", (event) => {
      const box = event.target;
      if (box.checked) chosen.push(box);
      else chosen.splice(chosen.indexOf(box), 1);
      // One too many: the first that was chosen goes back.
      if (chosen.length > most) chosen.shift().checked = false;
      show();
    });
    show();
  };

  const watchDepth = () => {
    const slide = currentTable().querySelector("[data-depth]");
    const told = currentTable().querySelector("[data-depth-said]");
    slide?.addEventListener("input", () => { told.textContent = slide.value; });
  };

  // The server knows the shuffle, so it is not to choose where the pack is cut: what has no script has no other choice.
  play.addEventListener("click", (event) => {
    const button = event.target.closest("button[name=any]");
    if (!button) return;
    const slide = currentTable().querySelector("[data-depth]");
    const [low, high] = [Number(slide.dataset.low), Number(slide.dataset.high)];
    slide.value = low + (crypto.getRandomValues(new Uint32Array(1))[0] % (high - low + 1));
    button.value = "here";
  });

  let drag = null;
  play.addEventListener("pointerdown", (event) => {
    const card = event.target.closest(".play-card");
    const control = card?.matches("button") ? card : card?.querySelector("input");
    if (!card || !control || control.disabled || event.button) return;
    drag = { card, control, x: event.clientX, y: event.clientY, far: false };
  });
  play.addEventListener("pointermove", (event) => {
    if (!drag) return;
    const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
    if (!drag.far && Math.hypot(dx, dy) < 8) return;
    drag.far = true;
    drag.card.classList.add("play-dragged");
    drag.card.style.transform = `translate(${dx}px,${dy}px)`;
  });
  const drop = (event) => {
    if (!drag) return;
    const { card, control, y, far } = drag;
    drag = null;
    if (!far) return;
    card.classList.remove("play-dragged");
    card.style.transform = "";
    const laid = event.type === "pointerup" && y - event.clientY > FAR;
    // The click that ends a drag is not another choice.
    const swallow = (click) => { click.preventDefault(); click.stopPropagation(); };
    document.addEventListener("click", swallow, { capture: true, once: true });
    setTimeout(() => {
      document.removeEventListener("click", swallow, { capture: true });
      if (laid) control.click();
    });
  };
  document.addEventListener("pointerup", drop);
  document.addEventListener("pointercancel", drop);
  play.addEventListener("dragstart", (event) => event.preventDefault());

  // Keys

  const typing = (target) => target.matches("input:not([type=checkbox]):not([type=radio]), select, textarea");
  const walk = (event) => {
    const all = cards().filter((one) => !one.disabled);
    const at = all.indexOf(document.activeElement);
    if (at < 0) return;
    const step = STEPS[event.key];
    all[(at + step + all.length) % all.length].focus();
    event.preventDefault();
  };
  const leave = () => {
    const shown = [...play.querySelectorAll("details[open]")];
    if (shown.length) {
      shown.forEach((one) => { one.open = false; });
      shown[0].querySelector("summary").focus();
      return;
    }
    const way = currentTable().querySelector("[data-leave]");
    if (way && confirm(way.dataset.leave)) location.assign(way.href);
  };
  document.addEventListener("keydown", (event) => {
    byKeys = true;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape") leave();
    else if (typing(event.target)) return;
    else if (event.key in STEPS) walk(event);
    else if (/^[1-9]$/.test(event.key)) choose(cards()[Number(event.key) - 1]);
    else if (event.key.toLowerCase() === "g") currentTable().querySelector("[data-go]")?.click();
    else if (event.key === "?") {
      const help = play.querySelector("[data-help]");
      help.open = true;
      help.querySelector("[data-here]").scrollIntoView({ block: "nearest" });
      help.querySelector("summary").focus();
    }
  });
  document.addEventListener("pointerdown", () => { byKeys = false; });
  document.addEventListener("submit", (event) => {
    const sure = event.submitter?.dataset.sure;
    if (sure && !confirm(sure)) {
      event.preventDefault();
      event.stopImmediatePropagation();
    }
  }, { capture: true });

  // The table moves on by itself.

  const moveOn = () => {
    clearTimeout(timer);
    const { pace, wants } = currentTable().dataset;
    if (pace === "off" || !currentTable().hasAttribute("data-mine")) return;
    const next = wants === "on" ? "[data-on]" : currentTable().hasAttribute("data-must-go") ? "[data-go]" : "";
    if (next) timer = setTimeout(() => currentTable().querySelector(next)?.click(), Number(pace) * 1000);
  };

  const refocus = () => {
    if (!byKeys || (document.activeElement && document.activeElement !== document.body)) return;
    const first = currentTable().querySelector(".play-refused, .play-hand button:not(:disabled), .play-hand input:not([type=hidden]):not(:disabled)");
    if (first?.matches(".play-refused")) first.tabIndex = -1;
    first?.focus({ preventScroll: true });
  };

  // The last card laid, or the hand that is counted, lies between the top of the window and one's own cards, or its end
  // where those stand beside the felt.
  const keepInSight = (laid) => {
    if (!laid) return;
    const { top, bottom } = laid.getBoundingClientRect();
    const hand = currentTable().querySelector(".play-hand").getBoundingClientRect().top;
    const hidden = Math.min(Math.max(0, bottom + 16 - (hand > top ? hand : innerHeight)), top);
    const by = top < 0 ? top - 16 : hidden;
    if (by) scrollBy({ top: by, behavior: calm.matches ? "auto" : "smooth" });
  };

  // Whoever sits here finds the way back from the start page, until the game is over.
  const remember = () => {
    if (!currentTable().querySelector(".play-me")) return;
    try {
      if (currentTable().dataset.wants === "over") localStorage.removeItem("muggins:table");
      else localStorage.setItem("muggins:table", JSON.stringify({ path: location.pathname, at: Date.now() }));
    } catch {
      // A browser that keeps nothing forgets the way.
    }
  };

  const show = () => {
    remember();
    open.forEach((id) => { const one = document.getElementById(id); if (one) one.open = true; });
    watchAway();
    watchDepth();
    moveOn();
  };
  // The help stands outside what a move's answer replaces: which of its sections the game is in goes along with it.
  const moveHelp = () => {
    play.querySelectorAll("[data-help] > section").forEach((section, place) => {
      section.toggleAttribute("data-here", String(place) === currentTable().dataset.helpAt);
    });
  };

  document.addEventListener("htmx:afterSettle", (event) => {
    if (event.target.id !== "play-now" && !event.target.closest?.("#play-now")) return;
    // Somebody has sat down: the board, which stands outside this part, has their name.
    if (wanted === "join" && currentTable().dataset.wants !== "join") location.reload();
    wanted = currentTable().dataset.wants;
    show();
    movePegs();
    moveHelp();
    tell();
    refocus();
    keepInSight(currentTable().querySelector(".play-laid li:last-child, .play-show"));
  });
  show();
  const list = currentTable().querySelector("[data-lines]");
  if (list) list.scrollTop = list.scrollHeight;
})();
