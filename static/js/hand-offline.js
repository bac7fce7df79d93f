// The hand checker where there is no connection: what is in the form is counted on the device, with count.js, in the words
// of the page. With a connection the server answers.
"use strict";

(() => {
  const template = document.getElementById("twin-words");
  if (!template) return;
  const words = template.dataset;
  const rulesets = JSON.parse(document.getElementById("twin-rulesets").textContent);
  const reasons = JSON.parse(document.getElementById("twin-reasons").textContent);
  const spoken = JSON.parse(document.getElementById("twin-spoken").textContent);
  const count = self.mugginsCount;
  const fillGaps = (text, gaps) => text.replace(/\{(\w+)\}/g, (gap, name) => gaps[name]);

  const element = (tag, name, ...content) => {
    const made = document.createElement(tag);
    made.classList.add(...name.split(".").filter(Boolean));
    made.append(...content);
    return made;
  };
  const cardWord = (card) => template.content.querySelector(`[data-card="${card}"]`).cloneNode(true);
  const kindWord = (kind) => template.content.querySelector(`[data-kind="${kind}"]`).textContent;
  const cards = (all, starter) => {
    const row = element("span", "hand", ...all.map(cardWord));
    if (starter) row.append(element("span", "hand-turned", element("span", "hand-word", words.starter), cardWord(starter)));
    return row;
  };

  const pointsIn = (text) => (/^\d{1,3}$/.test(text.trim()) ? Number(text) : null);

  const read = (form) => {
    const fields = form.elements;
    const rules = rulesets[fields.ruleset.value];
    const crib = fields.kind.value === "crib";
    let hand = count.parse(fields.cards.value);
    const turned = count.parse(fields.starter.value);
    let starter = turned?.[0] || null;
    // Typed in one line, the last card is the starter, as on the server.
    if (hand && !fields.starter.value.trim() && hand.length === (crib ? 4 : rules.kept) + 1) {
      starter = hand.at(-1);
      hand = hand.slice(0, -1);
    }
    const problems = [];
    if (!turned || turned.length > 1) problems.push(["starter", words.wrongStarter]);
    else if (!hand || !count.isHand(hand, starter, crib, rules)) problems.push(["cards", fillGaps(words.wrongCards, { cards: crib ? 4 : rules.kept })]);
    const said = {};
    for (const name of ["declared", "claimed"]) {
      const typed = fields[name].value.trim();
      const highest = rules.highest[crib ? "crib" : "hand"];
      said[name] = typed ? pointsIn(typed) : null;
      if (typed && (said[name] === null || said[name] > highest)) problems.push([name, fillGaps(words.wrongPoints, { highest })]);
    }
    if (said.claimed !== null && !fields.declared.value.trim()) problems.push(["declared", words.noCall]);
    if (said.declared !== null && !starter) problems.push(["starter", words.noStarter]);
    return { rules, crib, hand, starter, problems, takes: fields.takes.value !== "no", ...said };
  };

  const wrong = (problems) => {
    const list = element("ul", "", ...problems.map(([field, text]) => {
      const link = element("a", "", text);
      link.href = `#${field}`;
      return element("li", "", link);
    }));
    const box = element("div", "problems", element("h2", "problems-title", words.fix), list);
    box.setAttribute("role", "alert");
    return box;
  };

  const calledLine = (shown) => element("p", "spoken", element("span", "soft", words.asCalled), ` “${count.announce(shown.combinations, spoken)}”`);
  const combinations = (shown) =>
    shown.combinations.length
      ? element("ol", "combos.plain-list", ...shown.combinations.map((one) =>
          element("li", "combo", element("span", "combo-cards", cards(one.cards)), element("span", "combo-kind", kindWord(one.kind)), element("span", "combo-points", String(one.points)))))
      : element("p", "soft", words.nothing);

  const countedHand = (given, shown) => {
    const said = element("p", "counted-points", fillGaps(shown.points === 1 ? words.onePoint : words.points, { points: shown.points }));
    const part = element("section", "counted", said, element("p", "counted-hand", cards(given.hand, given.starter)), element("div", "show", combinations(shown), calledLine(shown)));
    part.setAttribute("aria-label", words.count);
    return part;
  };

  const ruleOf = (number) => {
    const said = fillGaps(words.rule, { number });
    if (!words.rulesUrl) return said;
    const link = element("a", "", said);
    link.href = `${words.rulesUrl}#${number.toLowerCase().replaceAll(".", "-")}`;
    return link;
  };

  const verdict = (given, shown) => {
    const found = count.judge(shown.points, given.declared, given.claimed, given.takes, given.rules);
    const [text, tone] = found.overcall ? [words.overcalled, "bad"] : given.declared < shown.points ? [words.undercalled, "warn"] : [words.calledRight, "good"];
    const badges = element("p", "verdict-badges", element("span", `badge.badge-${tone}`, text));
    if (found.falseChallenge) badges.append(" ", element("span", "badge.badge-bad", words.falseChallenge));
    const reason = fillGaps(reasons[found.reason], { ...found.gaps, show: given.crib ? words.crib : words.hand });
    const listed = (list, rows) => {
      for (const [name, points, part] of rows) if (points !== null) list.append(element("div", part, element("dt", "", name), element("dd", "", String(points))));
      return list;
    };
    const calls = listed(element("dl", "verdict-said"), [[words.called, given.declared, ""], [words.claimed, given.claimed, ""]]);
    const top = element("div", "verdict-top", element("p", "verdict-points", element("b", "", String(shown.points)), element("span", "", words.true)), element("div", "verdict-words", badges, calls));
    const pegs = listed(element("dl", "verdict-pegs"), [[words.counterPegs, found.counter, "pegs"], [words.challengerPegs, found.challenger, "pegs"]]);
    const follows = [element("p", "verdict-reason", reason), element("p", "soft.small", ruleOf(found.rule)), pegs];
    const whole = element("div", "verdict", top, element("p", "verdict-hand", cards(given.hand, given.starter)), element("div", "show", combinations(shown), calledLine(shown)), ...follows);
    whole.setAttribute("role", "group");
    whole.setAttribute("aria-label", words.verdict);
    return whole;
  };

  const answer = (form, { focus = true } = {}) => {
    const given = read(form);
    const result = document.getElementById("result");
    result.replaceChildren(element("p", "soft", words.here));
    if (given.problems.length) {
      result.append(wrong(given.problems));
    } else {
      const shown = count.show(given.hand, given.starter, given.crib, given.rules);
      result.append(given.declared === null ? countedHand(given, shown) : verdict(given, shown));
    }
    if (focus) result.focus({ preventScroll: true });
    result.scrollIntoView({ block: "nearest" });
  };

  // Counted as the last card was picked: the pack keeps the focus.
  const byPack = (event) => ({ focus: event.target.id !== "result" });
  const formOf = () => document.querySelector("form[data-hand]");
  // The page asks the server by itself; where it cannot, or nothing comes back, the device answers.
  document.addEventListener("htmx:beforeRequest", (event) => {
    if (navigator.onLine) return;
    event.preventDefault();
    answer(formOf(), byPack(event));
  });
  for (const lost of ["htmx:sendError", "htmx:timeout"]) document.addEventListener(lost, (event) => answer(formOf(), byPack(event)));

  // An address with a hand in it, opened from what was kept.
  const asked = new URLSearchParams(location.search);
  if (document.querySelector("meta[name=muggins-kept]") && asked.get("cards")) {
    const form = formOf();
    for (const name of ["cards", "starter", "declared", "claimed", "takes", "ruleset", "kind"]) {
      if (asked.get(name)) form.elements[name].value = asked.get(name);
    }
    answer(form);
  }
})();
