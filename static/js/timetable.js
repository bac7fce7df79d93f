// Dragging a fixture of the timetable onto another swaps them, onto a week moves it there. The page that shows what
// would follow is the same as the buttons lead to; without this script they do all of it.
"use strict";

(() => {
  const form = document.querySelector("[data-timetable]");
  if (!form || !form.querySelector("[name=pick]")) return;
  form.dataset.draggable = "";
  const said = form.querySelector("[data-said]");
  const boxes = [...form.querySelectorAll("[name=pick]")];
  const FAR = 8;
  let held = null;

  const press = (value) => form.requestSubmit(form.querySelector(`button[value=${value}]`));

  const pick = (...fixtures) => {
    for (const box of boxes) box.checked = fixtures.includes(box.closest(".tt-fixture"));
  };

  const target = (event) => {
    const under = document.elementFromPoint(event.clientX, event.clientY);
    if (!under || !form.contains(under)) return null;
    const fixture = under.closest(".tt-fixture");
    if (fixture) return fixture === held.fixture ? null : fixture;
    const week = under.closest("[data-week]");
    return week && !week.contains(held.fixture) ? week : null;
  };

  const mark = (place) => {
    for (const marked of form.querySelectorAll(".tt-over")) marked.classList.remove("tt-over");
    if (place) place.classList.add("tt-over");
  };

  const release = () => {
    if (held) held.fixture.classList.remove("tt-held");
    mark(null);
    held = null;
  };

  const drop = (place) => {
    const fixture = held.fixture;
    release();
    if (place.matches(".tt-fixture")) {
      pick(fixture, place);
      press("swap");
    } else {
      pick(fixture);
      form.querySelector("[name=week]").value = place.dataset.week;
      press("move");
    }
  };

  // A finger scrolls the page; it ticks the boxes. A mouse or a pen drags.
  form.addEventListener("pointerdown", (event) => {
    const fixture = event.target.closest(".tt-fixture");
    if (!fixture || event.pointerType === "touch" || event.button !== 0) return;
    held = { fixture, x: event.clientX, y: event.clientY, moved: false };
  });

  document.addEventListener("pointermove", (event) => {
    if (!held) return;
    if (!held.moved && Math.hypot(event.clientX - held.x, event.clientY - held.y) < FAR) return;
    event.preventDefault();
    getSelection().removeAllRanges();
    held.moved = true;
    held.fixture.classList.add("tt-held");
    mark(target(event));
  });

  document.addEventListener("pointerup", (event) => {
    if (!held) return;
    const place = held.moved ? target(event) : null;
    if (!held.moved) release();
    else if (place) {
      event.preventDefault();
      drop(place);
    } else release();
  });

  document.addEventListener("pointercancel", release);
  form.addEventListener("dragstart", (event) => event.preventDefault());

  // From the keyboard: the space bar ticks, S swaps the two that are ticked, R turns one round.
  form.addEventListener("keydown", (event) => {
    if (event.key === "Escape") release();
    if (event.target.name !== "pick" || event.ctrlKey || event.metaKey || event.altKey) return;
    const count = boxes.filter((box) => box.checked).length;
    if (event.key.toLowerCase() === "s" && count === 2) press("swap");
    if (event.key.toLowerCase() === "r" && count === 1) press("reverse");
  });

  form.addEventListener("change", (event) => {
    if (event.target.name !== "pick") return;
    const count = boxes.filter((box) => box.checked).length;
    said.textContent = count === 2 ? said.dataset.two : count === 1 ? said.dataset.one : "";
  });
})();
