// Moves the pegs of a board when it is told to: a "board:move" event on the figure, its detail a list of {front, back} and, for the table, {points, gained}, of each side in turn. As on a table, the back peg goes past the front one and becomes it.
"use strict";

(() => {
  const points = (path) => [...path.matchAll(/M([\d.-]+) ([\d.-]+)/g)].map(([, x, y]) => [x, y]);

  const start = (figure) => {
    const tracks = [...figure.querySelectorAll(".board-track")].map((track, number) => {
      const pegs = figure.querySelectorAll(".board-pegs")[number];
      return {
        // The two before the first, then 1, 2, 3 and so on to the game hole.
        holes: points(track.querySelector(".board-holes").getAttribute("d")),
        // A command a hole, from the start on.
        ways: track.querySelector(".board-groove").getAttribute("d").split(/(?=[LA])/),
        trail: track.querySelector(".board-trail"),
        at: Number(pegs.dataset.front),
        front: pegs.querySelector(".board-front"),
        back: pegs.querySelector(".board-back"),
        row: figure.querySelectorAll(".board-key tbody tr")[number],
      };
    });

    const hole = (track, n) => track.holes[Math.min(Math.max(n, -1) + 1, track.holes.length - 1)];
    const placePeg = (peg, [x, y]) => { peg.style.transform = "translate(" + x + "px," + y + "px)"; };

    const move = (track, { front: to, back, points: told, gained }) => {
      const front = Math.min(Math.max(to, 0), track.holes.length - 2);
      if (front > track.at && back === track.at) {
        [track.front, track.back] = [track.back, track.front];
        track.front.classList.replace("board-back", "board-front");
        track.back.classList.replace("board-front", "board-back");
        track.front.parentElement.append(track.front);
      }
      placePeg(track.front, hole(track, front));
      placePeg(track.back, hole(track, Math.min(back, front - 1)));
      track.at = front;
      track.trail.setAttribute("d", track.ways.slice(0, front + 1).join(""));
      if (!track.row) return;
      if (told !== undefined) track.row.querySelector("[data-points]").textContent = told;
      if (gained !== undefined) track.row.querySelector("[data-gained]").textContent = gained;
    };

    figure.addEventListener("board:move", (event) => {
      event.detail.forEach((to, number) => { if (tracks[number]) move(tracks[number], to); });
    });
  };

  document.querySelectorAll("figure[data-board]").forEach(start);
})();
