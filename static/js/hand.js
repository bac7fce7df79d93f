// The picker and the text say the same cards: picking writes the text, typing ticks the cards.
"use strict";

(() => {
  const SUITS = { "♣": "C", "♦": "D", "♥": "H", "♠": "S" };
  const codes = (text) =>
    (text.toUpperCase().replace(/[♣♦♥♠]/g, (suit) => SUITS[suit]).match(/(?:10|[A2-9TJQK])[CDHS]/g) || []).map((code) => code.replace("10", "T"));

  const pair = (text, picker) => {
    const boxes = [...picker.querySelectorAll("input")];
    const tick = () => {
      const written = codes(text.value);
      for (const box of boxes) box.checked = written.includes(box.value);
      // Only the picker is to know, for its limit: what is written is what it should be.
      picker.dispatchEvent(new Event("change"));
    };
    text.addEventListener("input", tick);
    picker.addEventListener("change", (event) => {
      if (event.target === picker) return;
      const chosen = boxes.filter((box) => box.checked).map((box) => box.value);
      const kept = codes(text.value).filter((code) => chosen.includes(code));
      text.value = [...kept, ...chosen.filter((code) => !kept.includes(code))].join(" ");
    });
    tick();
  };

  const start = (form) => {
    pair(form.elements.cards, form.querySelector("#pick"));
    pair(form.elements.starter, form.querySelector("#turn"));
  };

  document.querySelectorAll("form[data-hand]").forEach(start);
  // On the referee's page the answer stands below the form: go there, unless something else is to be read first.
  if (!document.querySelector("[data-focus]")) document.querySelector("form[data-hand] #result")?.focus();
  // The page comes anew with every count: the answer takes the focus, or else the problems do.
  document.addEventListener("htmx:load", (event) => {
    const form = event.target === document.body ? null : event.target.querySelector("form[data-hand]");
    if (!form) return;
    start(form);
    if (!event.target.querySelector(".problems")) event.target.querySelector("#result").focus({ preventScroll: true });
  });
})();
