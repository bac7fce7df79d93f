// The form of a high hand: cards picked from the pack or typed, the starter last, and counted by the server at once.
"use strict";

(() => {
  const codes = window.cardCodes;

  const start = (box) => {
    const text = box.querySelector("#hand");
    const crib = box.querySelector("[name=hand-crib]");
    const said = box.querySelector("[data-counted]");
    const picking = box.querySelector("[data-pick]");
    const pack = picking.querySelector("[data-pack]");
    const form = box.closest("form");
    let timer = 0;
    let asked = "";

    const inCrib = () => (crib.type === "checkbox" ? crib.checked : crib.value === "yes");
    const match = () => (form.elements["hand-match"] ? form.elements["hand-match"].value : box.dataset.match || "");
    // As many as the match's ruleset keeps, and the starter; a crib has four.
    const size = () => {
      const kept = (box.dataset.kept || "4").split(" ");
      return 1 + (inCrib() ? 4 : Number(kept[(Number(match()) || 1) - 1] || kept[0]));
    };

    const count = async () => {
      const wanted = [...codes(text.value), inCrib(), match()].join(" ");
      if (wanted === asked) return;
      asked = wanted;
      if (codes(text.value).length < size()) {
        said.textContent = "";
        return;
      }
      const question = new URLSearchParams({ count: text.value, crib: inCrib() ? "yes" : "", match: match() });
      try {
        const answer = await fetch(`${box.dataset.countUrl}?${question}`);
        // Whoever typed on meanwhile is answered about that.
        if (answer.ok && !answer.redirected && wanted === asked) said.innerHTML = await answer.text();
      } catch {
        // Without a connection the server counts when the hand is sent.
        said.textContent = "";
        asked = "";
      }
    };
    const soon = () => {
      clearTimeout(timer);
      timer = setTimeout(count, 250);
    };
    const write = () => pack.dispatchEvent(new CustomEvent("pack:write", { detail: { hand: codes(text.value), starter: "", limit: size() } }));

    picking.hidden = false;
    pack.addEventListener("pack:chosen", (event) => {
      const { hand, starter, complete } = event.detail;
      text.value = [...hand, ...(starter ? [starter] : [])].join(" ");
      if (complete) count();
      else {
        said.textContent = "";
        asked = "";
      }
    });
    text.addEventListener("input", () => {
      write();
      soon();
    });
    box.addEventListener("change", (event) => {
      if (!["hand-crib", "hand-match"].includes(event.target.name)) return;
      write();
      count();
    });
    text.addEventListener("keydown", (event) => {
      if (event.key !== "Enter") return;
      event.preventDefault();
      event.stopPropagation();
      box.querySelector("[data-record], [name=hand-again]").click();
    });
    write();
    count();
  };

  document.querySelectorAll("[data-high-hand]").forEach(start);
})();
