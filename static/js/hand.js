// The picker and the text say the same cards: picking writes the text, typing ticks the cards.
"use strict";
(() => {
  const form = document.querySelector("form[data-hand]");
  if (!form) return;
  const cards = form.elements.cards;
  const starter = form.elements.starter;
  const SUITS = { "♣": "C", "♦": "D", "♥": "H", "♠": "S" };
  const codes = (text) =>
    (text.toUpperCase().replace(/[♣♦♥♠]/g, (suit) => SUITS[suit]).match(/(?:10|[A2-9TJQK])[CDHS]/g) || []).map((code) => code.replace("10", "T"));
  const tick = () => {
    const hand = codes(cards.value);
    const turned = codes(starter.value);
    for (const box of form.querySelectorAll("input[name=pick]")) box.checked = hand.includes(box.value);
    for (const box of form.querySelectorAll("input[name=turn]")) box.checked = turned.includes(box.value);
  };
  form.addEventListener("change", (event) => {
    if (event.target.name === "pick") {
      cards.value = [...form.querySelectorAll("input[name=pick]:checked")].map((box) => box.value).join(" ");
    } else if (event.target.name === "turn") {
      starter.value = event.target.value;
    }
  });
  for (const input of [cards, starter]) input.addEventListener("input", tick);
  // The text is what is sent; the ticks would only make the link longer.
  const bare = () => {
    for (const box of form.querySelectorAll("input[name=pick], input[name=turn]")) box.disabled = true;
    setTimeout(() => {
      for (const box of form.querySelectorAll("input[name=pick], input[name=turn]")) box.disabled = false;
    }, 0);
  };
  form.addEventListener("submit", bare, { capture: true });
  tick();
})();
