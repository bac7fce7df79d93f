// Steps through the weeks of a race on the page itself, and replays them: the pegs are moved by board.js. Without this file the same weeks are pages of their own.
"use strict";

(() => {
  const race = document.querySelector("[data-race]");
  if (!race) return;
  const steps = JSON.parse(document.getElementById("race-steps").textContent);
  const weeks = [...race.querySelectorAll("[data-week]")];
  const board = race.querySelector("figure[data-board]");
  const replay = race.querySelector(".race-replay");
  const [before, after] = ["prev", "next"].map((rel) => race.querySelector(`[rel=${rel}]`));
  const marks = document.querySelectorAll(".race-now");
  const width = Math.max(steps.length - 1, 1);
  let at = weeks.findIndex((week) => !week.hidden);
  let timer = 0;

  const question = (week) => {
    const address = new URL(location.href);
    const teams = address.searchParams.getAll("team");
    address.search = "";
    teams.forEach((team) => address.searchParams.append("team", team));
    address.searchParams.set("week", week);
    address.hash = "";
    return address;
  };

  const lead = (link, step) => {
    if (step) {
      link.href = question(step.week);
      link.removeAttribute("aria-disabled");
      link.removeAttribute("role");
    } else {
      link.removeAttribute("href");
      link.setAttribute("role", "link");
      link.setAttribute("aria-disabled", "true");
    }
  };

  const show = (number) => {
    at = number;
    weeks.forEach((week, index) => { week.hidden = index !== at; });
    board.dispatchEvent(new CustomEvent("board:move", { detail: steps[at].pegs }));
    marks.forEach((mark) => {
      mark.transform.baseVal.getItem(0).setTranslate((mark.ownerSVGElement.viewBox.baseVal.width / width) * at, 0);
    });
    lead(before, steps[at - 1]);
    lead(after, steps[at + 1]);
  };

  const stop = () => {
    clearInterval(timer);
    timer = 0;
    replay.setAttribute("aria-pressed", "false");
    history.replaceState(null, "", question(steps[at].week));
  };

  for (const [link, by] of [[before, -1], [after, 1]]) {
    link.addEventListener("click", (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey || !steps[at + by]) return;
      event.preventDefault();
      show(at + by);
      stop();
    });
  }

  if (steps.length < 2) return;
  replay.hidden = false;
  replay.setAttribute("aria-pressed", "false");
  replay.addEventListener("click", () => {
    if (timer) {
      stop();
      return;
    }
    replay.setAttribute("aria-pressed", "true");
    show(0);
    timer = setInterval(() => {
      show(at + 1);
      if (at === steps.length - 1) stop();
    }, 1000);
  });
})();
