// The pack and the text say the same cards: picking writes the text, typing picks the cards. A whole hand is counted at once where the
// page has a place for that; anywhere else the button counts it.
"use strict";

(() => {
  const codes = window.cardCodes;

  const start = (form) => {
    const { cards, starter, kind, ruleset } = form.elements;
    const picker = form.querySelector("[data-pack]");
    const box = form.querySelector("[data-hand-box]");
    const result = () => form.querySelector("#result[data-counts]");

    // As many as the ruleset keeps, which may be another in each match; a crib has four.
    const size = () => {
      if (kind.value === "crib") return 4;
      if (ruleset) return Number(ruleset.selectedOptions[0]?.dataset.kept || 4);
      const kept = (box.dataset.kept || "4").split(" ");
      const said = form.elements.match || form.elements.game;
      const match = parseInt(said ? said.value : box.dataset.match, 10) || 1;
      return Number(kept[match - 1] || kept[0]);
    };
    const write = () => {
      const detail = { hand: codes(cards.value), starter: codes(starter.value)[0] || "", limit: size() + 1 };
      picker.dispatchEvent(new CustomEvent("pack:write", { detail }));
    };

    // Who called is chosen once: the call, the claim and the players are named after the sides.
    const sides = form.querySelector("[data-sides]");
    const plain = new Map([...form.querySelectorAll("[data-names]")].map((label) => [label, label.textContent]));
    const nameSides = () => {
      if (!sides) return;
      const counter = form.elements.counter.value;
      const side = { counter, challenger: counter && (counter === "home" ? "away" : "home") };
      for (const [label, text] of plain) {
        const team = sides.dataset[side[label.dataset.names]];
        label.textContent = team ? label.dataset.words.replace("{team}", team) : text;
      }
      for (const select of form.querySelectorAll("[data-players]")) {
        for (const group of select.querySelectorAll("optgroup")) {
          const other = counter !== "" && group.dataset.side !== side[select.dataset.players];
          if (other && group.contains(select.selectedOptions[0])) select.value = "";
          group.hidden = group.disabled = other;
        }
      }
    };

    for (const text of [cards, starter]) text.addEventListener("input", write);
    form.addEventListener("change", (event) => {
      if (event.target.name === "counter") nameSides();
      if (["kind", "ruleset", "match", "game"].includes(event.target.name)) write();
    });
    picker.addEventListener("pack:chosen", (event) => {
      cards.value = event.detail.hand.join(" ");
      starter.value = event.detail.starter;
      if (!result()) return;
      if (event.detail.complete) form.dispatchEvent(new CustomEvent("hand:whole"));
      // What was said is of other cards.
      else result().replaceChildren();
    });
    write();
    nameSides();
  };

  document.querySelectorAll("form[data-hand]").forEach(start);
  // On the referee's page the answer stands beside the cards: go there, unless something else is to be read first.
  if (!document.querySelector("[data-focus]")) document.querySelector("form[data-hand] #result:not([data-counts])")?.focus();
  document.addEventListener("htmx:load", (event) => {
    if (event.target.id === "result") {
      // Counted as the last card was picked: the pack keeps the focus, and the answer is there to be read.
      const seen = event.target.getBoundingClientRect();
      if (seen.top < 0 || seen.bottom > innerHeight) event.target.scrollIntoView({ block: "start" });
      return;
    }
    // The page comes anew with every press of the button: the answer takes the focus, or else the problems do.
    const form = event.target === document.body ? null : event.target.querySelector("form[data-hand]");
    if (!form) return;
    start(form);
    if (!event.target.querySelector(".problems")) event.target.querySelector("#result").focus({ preventScroll: true });
  });
})();
