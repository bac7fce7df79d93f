// One pack to choose a hand from: a press puts a card into the hand, the last one is the starter, and a press takes it back.
// A pack tells what was chosen ("pack:chosen", with hand, starter and whether each place has its card) and is told
// what is written ("pack:write", with hand, starter and limit), which it draws and does not answer.
"use strict";

(() => {
  const STEPS = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: 13, ArrowUp: -13 };

  const prepare = (picker) => {
    if (picker.dataset.ready) return;
    picker.dataset.ready = "yes";
    const boxes = [...picker.querySelectorAll("input[type=checkbox]")];
    const places = document.querySelector(`[data-places="${picker.id}"]`);
    const list = places.querySelector(".places-cards");
    const said = places.querySelector("[data-picked]");
    const turned = "starter" in picker.dataset;
    const face = (code) => boxes.find((box) => box.value === code).nextElementSibling;
    let limit = Number(picker.dataset.pack);
    let hand = boxes.filter((box) => box.checked).map((box) => box.value);
    let starter = "";
    let told = "";

    const handLimit = () => (turned ? limit - 1 : limit);
    const count = () => hand.length + (starter ? 1 : 0);
    const complete = () => hand.length === handLimit() && (!turned || starter !== "");

    const place = (code, last) => {
      const item = places.querySelector("template").content.firstElementChild.cloneNode(true);
      const button = item.querySelector("button");
      if (code) {
        const shown = face(code);
        button.dataset.suit = code[1];
        for (const part of [".pick-rank", ".pick-suit"]) button.querySelector(part).textContent = shown.querySelector(part).textContent;
        button.querySelector(".visually-hidden").textContent = places.dataset.takeBack.replace("{card}", shown.querySelector("[data-name]").dataset.name);
        button.addEventListener("click", () => {
          toggle(code);
          // The pack is folded away below an answer.
          picker.closest("details")?.setAttribute("open", "");
          walk(boxes.find((box) => box.value === code)).focus();
        });
      } else {
        item.classList.add("place-empty");
        const mark = document.createElement("span");
        mark.className = "place-card";
        button.replaceWith(mark);
      }
      if (last) {
        item.classList.add("place-starter");
        item.querySelector(".place-word").hidden = false;
      }
      return item;
    };

    const draw = () => {
      const full = count() >= limit;
      for (const box of boxes) {
        const inHand = hand.includes(box.value);
        const name = box.nextElementSibling.querySelector("[data-name]");
        box.checked = inHand || box.value === starter;
        box.disabled = full && !box.checked;
        box.parentElement.classList.toggle("pick-starter", box.value === starter);
        const words = inHand ? picker.dataset.inHand : box.checked ? picker.dataset.isStarter : "{card}";
        name.textContent = words.replace("{card}", name.dataset.name);
      }
      const cards = [...hand, ...Array(Math.max(0, handLimit() - hand.length)).fill("")];
      list.replaceChildren(...cards.map((code) => place(code, false)), ...(turned ? [place(starter, true)] : []));
      const words = complete() ? said.dataset.full : turned && hand.length === handLimit() ? said.dataset.nextStarter : said.dataset.some;
      const sentence = words.replace("{n}", count()).replace("{limit}", limit);
      if (sentence !== told) said.textContent = told = sentence;
      places.classList.toggle("places-used", count() > 0);
      if (boxes.filter((box) => box.tabIndex === 0 && !box.disabled).length !== 1) walk(boxes.find((box) => box.checked) || boxes[0]);
    };

    // One stop for the Tab key; the arrows go on from there.
    const walk = (to) => {
      for (const box of boxes) box.tabIndex = box === to ? 0 : -1;
      return to;
    };

    const toggle = (code) => {
      if (code === starter) starter = "";
      else if (hand.includes(code)) hand = hand.filter((one) => one !== code);
      else if (hand.length < handLimit()) hand = [...hand, code];
      else if (turned && !starter) starter = code;
      draw();
      picker.dispatchEvent(new CustomEvent("pack:chosen", { bubbles: true, detail: { hand, starter, complete: complete() } }));
    };

    picker.addEventListener("change", (event) => {
      // Nothing else of the form has changed.
      event.stopPropagation();
      toggle(event.target.value);
    });
    picker.addEventListener("focusin", (event) => {
      if (boxes.includes(event.target)) walk(event.target);
    });
    picker.addEventListener("keydown", (event) => {
      const step = STEPS[event.key];
      const from = boxes.indexOf(event.target);
      if (from >= 0 && event.key === "Enter") {
        event.preventDefault();
        event.stopPropagation();
        event.target.click();
      }
      if (!step || from < 0) return;
      event.preventDefault();
      let to = from + step;
      while (boxes[to] && boxes[to].disabled) to += step;
      if (boxes[to]) boxes[to].focus();
    });
    picker.addEventListener("pack:write", (event) => {
      const isInPack = (code) => boxes.some((box) => box.value === code);
      limit = event.detail.limit || limit;
      hand = event.detail.hand.filter(isInPack);
      starter = isInPack(event.detail.starter) ? event.detail.starter : "";
      if (turned && !starter && hand.length === limit) starter = hand.pop();
      draw();
    });

    if (turned && hand.length === limit) starter = hand.pop();
    places.hidden = false;
    draw();
  };

  const start = (root) => root.querySelectorAll("[data-pack]").forEach(prepare);

  // Cards as people write them, by their codes: "5♥", "10h" and "tc" are 5H, TH and TC.
  const SUITS = { "♣": "C", "♦": "D", "♥": "H", "♠": "S" };
  window.cardCodes = (text) =>
    (text.toUpperCase().replace(/[♣♦♥♠]/g, (suit) => SUITS[suit]).match(/(?:10|[A2-9TJQK])[CDHS]/g) || []).map((code) => code.replace("10", "T"));

  start(document);
  document.addEventListener("htmx:load", (event) => {
    if (event.target !== document.body) start(event.target);
  });
})();
