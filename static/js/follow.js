// Whom a stranger follows: a team or a player, kept on this device by league. The home page fetches what it shows of them;
// everything else of it is the same for everybody. Without scripts the form's address does the same for as long as it is open.
"use strict";

(() => {
  const key = (league) => `muggins-follows-${league}`;

  const read = (league) => {
    try {
      return localStorage.getItem(key(league)) || "";
    } catch {
      return "";
    }
  };

  const write = (league, whom) => {
    try {
      if (whom) localStorage.setItem(key(league), whom);
      else localStorage.removeItem(key(league));
      return true;
    } catch {
      return false;
    }
  };

  const prepareButton = (button) => {
    const { league, follow, on } = button.dataset;
    const off = button.textContent;
    const show = () => {
      const followed = read(league) === follow;
      button.setAttribute("aria-pressed", String(followed));
      button.textContent = followed ? on : off;
    };
    button.addEventListener("click", () => {
      write(league, read(league) === follow ? "" : follow);
      show();
    });
    button.parentElement.hidden = false;
    show();
  };

  const stops = (part, league) => {
    for (const link of part.querySelectorAll("[data-unfollow]")) link.addEventListener("click", () => write(league, ""));
  };

  const fill = async (part, league, whom) => {
    const form = part.querySelector(".follow");
    if (form) form.hidden = true;
    part.classList.add("mine-coming");
    const answer = await fetch(`${part.dataset.following}?${whom}`, { headers: { Accept: "text/html" } }).catch(() => null);
    part.classList.remove("mine-coming");
    if (!answer || !answer.ok) {
      // Only where the league says that nobody of that name plays is it forgotten; a lost signal forgets nothing.
      if (answer && answer.status === 404) write(league, "");
      if (form) form.hidden = false;
      return;
    }
    const found = new DOMParser().parseFromString(await answer.text(), "text/html");
    part.prepend(...found.body.children);
    stops(part, league);
  };

  const home = () => {
    const part = document.getElementById("mine");
    if (!part || !part.dataset.following) return;
    const { league } = part.dataset;
    const form = part.querySelector(".follow");
    if (form) form.addEventListener("submit", () => write(league, `team=${form.elements.team.value}`));
    stops(part, league);
    const whom = read(league);
    if (whom && !("shown" in part.dataset)) fill(part, league, whom);
  };

  const begin = () => {
    document.querySelectorAll("button[data-follow]").forEach(prepareButton);
    home();
  };
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", begin);
  else begin();
})();
