// Lessons and trainers: what a stranger has done stays on their device, and the pack writes the hand that is asked for.
// Everything works without it.
"use strict";

(() => {
  const LESSONS = "muggins:lessons";
  const practice = (trainer) => `muggins:practice:${trainer}`;

  const stored = (key) => {
    try {
      return localStorage.getItem(key) || "";
    } catch {
      return "";
    }
  };
  const store = (key, value) => {
    try {
      localStorage.setItem(key, value);
    } catch {
      // A browser that keeps nothing forgets what was done, and nothing else.
    }
  };

  const done = new Set(stored(LESSONS).split(" ").filter(Boolean));
  for (const lesson of document.querySelectorAll("[data-stranger][data-finished]")) {
    store(LESSONS, [...done.add(lesson.dataset.lesson)].join(" "));
  }
  // What a stranger has done is known here alone: the ticks, the counts and the lesson to take next.
  const index = document.querySelector(".learn-index[data-stranger]");
  if (index) {
    const isDone = (card) => done.has(card.dataset.lesson);
    const cards = [...index.querySelectorAll("[data-lesson]")];
    for (const card of cards.filter(isDone)) card.querySelector(".lesson-done").hidden = false;
    for (const count of index.querySelectorAll("[data-count]")) {
      const within = [...(count.closest("details") || index).querySelectorAll("[data-lesson]")];
      count.textContent = count.dataset.count.replace("{done}", within.filter(isDone).length);
    }
    const next = cards.find((card) => !isDone(card));
    const button = index.querySelector("[data-next-lesson]");
    if (next && button) {
      const link = next.querySelector("a");
      button.href = link.href;
      button.textContent = button.dataset.words.replace("{number}", next.dataset.number).replace("{title}", link.textContent);
    }
  }

  const trainer = document.querySelector("[data-trainer]");
  const kept = document.querySelector("[data-kept]");
  if (trainer && kept) {
    const key = practice(trainer.dataset.trainer);
    if ("fresh" in trainer.dataset) kept.value = stored(key) || kept.value;
    else store(key, kept.value);
  }

  for (const text of document.querySelectorAll("[data-written]")) {
    const picker = document.getElementById(text.dataset.written);
    if (!picker) continue;
    const write = () => {
      const cards = window.cardCodes(text.value);
      const limit = Number(picker.dataset.pack);
      const starter = cards.length === limit ? cards[limit - 1] : "";
      picker.dispatchEvent(new CustomEvent("pack:write", { detail: { hand: cards.slice(0, limit - 1), starter, limit } }));
    };
    text.addEventListener("input", write);
    picker.addEventListener("pack:chosen", (event) => {
      const { hand, starter } = event.detail;
      text.value = starter ? `${hand.join(" ")} + ${starter}` : hand.join(" ");
    });
    write();
  }
})();
