// What stands against a player, and who is meant by a name like another, at the seat as soon as the draft has been saved,
// and what the secretary notes on guests; see sheet.js. Without this file it is told, and asked, when the page is next
// sent or opened.
"use strict";
(() => {
  const form = document.querySelector("form[data-sheet]");
  if (!form) return;
  const words = form.querySelector("[data-tally]").dataset;

  // Who is meant: offered until the name is another one, or it has been said.
  const ask = (who, choices) => {
    const shown = [...who.querySelectorAll("input")].map((input) => input.value);
    if (JSON.stringify(shown) === JSON.stringify(choices.map(([value]) => value))) return;
    const chosen = who.querySelector("input:checked");
    if (chosen && !choices.length) return;
    for (const label of who.querySelectorAll("label")) label.remove();
    for (const [value, name] of choices) {
      const label = document.createElement("label");
      const input = document.createElement("input");
      input.type = "radio";
      input.name = `${who.dataset.who}-is`;
      input.value = value;
      label.append(input, ` ${name || words.somebodyNew}`);
      who.append(label);
    }
    who.hidden = !choices.length;
  };
  // A player is chosen from the list or a name is written: the one takes the other's place, and its answer.
  form.addEventListener("input", (event) => {
    const seat = event.target.dataset.typed;
    if (seat) {
      if (event.target.value.trim()) form.elements[seat].value = "";
      form.querySelector(`[data-meant="${seat}"]`)?.remove();
      const who = form.querySelector(`[data-who="${seat}"]`);
      for (const label of who.querySelectorAll("label")) label.remove();
      who.hidden = true;
    } else if ("seat" in event.target.dataset && event.target.value) {
      const typed = form.elements[`${event.target.name}-name`];
      if (typed?.value) {
        typed.value = "";
        typed.dispatchEvent(new Event("input", { bubbles: true }));
      }
    }
  }, true);

  // What the secretary tells captains about guests: of those who are chosen, after what is said of teams and squads.
  const tell = (said) => {
    const section = form.querySelector("[data-notes]");
    const there = [...section.querySelectorAll("[data-guest-note]")];
    if (JSON.stringify(said) === JSON.stringify(there.map((line) => line.textContent))) return;
    for (const line of there) line.remove();
    for (const note of said) {
      const line = document.createElement("li");
      line.dataset.guestNote = "";
      line.textContent = note;
      section.querySelector("ul").append(line);
    }
    section.hidden = !section.querySelector("li");
  };

  form.addEventListener("muggins:saved", (event) => {
    tell(event.detail.guest_notes || []);
    for (const who of form.querySelectorAll("[data-who]")) {
      const asked = (event.detail.breaches || []).find((breach) => breach.field === who.dataset.who && breach.choices?.length);
      ask(who, asked ? asked.choices : []);
    }
    for (const place of form.querySelectorAll("[data-breach]")) {
      const told = document.getElementById(`${place.dataset.breach}-error`)?.textContent || "";
      const found = (event.detail.breaches || []).filter((breach) => breach.field === place.dataset.breach && !told.includes(breach.message));
      const said = found.map((breach) => breach.message);
      // Said again, a screen reader would read it again.
      if (JSON.stringify(said) === JSON.stringify([...place.children].map((line) => line.textContent))) continue;
      place.replaceChildren(
        ...said.map((message) => {
          const line = document.createElement("p");
          line.className = "field-error";
          line.textContent = message;
          return line;
        }),
      );
    }
  });
})();
