// The show and the verdict on a call, counted on the device: the twin of scoring/show.py, announcement.py and muggins.py,
// for a hand checker without a connection. It has no words of its own: reasons are keys, and a count is called in those it
// is given. tests/web/calls/test_offline_scoring.py holds it to the engine. `rules` are a ruleset's figures: kept, highest (of a hand
// and of a crib), pairsFirst, muggins, lesser, claimed.
"use strict";

self.mugginsCount = (() => {
  const RANKS = "A23456789TJQK";
  const SUITS = "CDHS";
  const SYMBOLS = { "♣": "C", "♦": "D", "♥": "H", "♠": "S" };
  const CRIB_CARDS = 4;
  const PAIRS = { 2: ["pair", 2], 3: ["pair-royal", 6], 4: ["double-pair-royal", 12] };

  const rankOf = (card) => RANKS.indexOf(card[0]);
  const indexOf = (card) => 4 * rankOf(card) + SUITS.indexOf(card[1]);
  const valueOf = (card) => Math.min(rankOf(card) + 1, 10);
  const sortCards = (cards) => [...cards].sort((one, other) => indexOf(one) - indexOf(other));

  // The cards in a text, or null where a piece of it is none.
  const parse = (text) => {
    const plain = text.toUpperCase().replaceAll("\ufe0f", "").replace(/[♣♦♥♠]/g, (suit) => SYMBOLS[suit]);
    const left = plain.replace(/[\s,;]+/g, "");
    const found = left.match(/(?:10|[A23456789TJQK])[CDHS]/g) || [];
    return found.join("") === left ? found.map((card) => card.replace("10", "T")) : null;
  };

  const choices = (cards, size, from = 0) => {
    if (!size) return [[]];
    const found = [];
    for (let at = from; at <= cards.length - size; at += 1) {
      for (const rest of choices(cards, size - 1, at + 1)) found.push([cards[at], ...rest]);
    }
    return found;
  };

  const fifteens = (cards) => {
    const found = [];
    for (let size = 2; size <= cards.length; size += 1) {
      for (const chosen of choices(cards, size)) {
        if (chosen.reduce((sum, card) => sum + valueOf(card), 0) === 15) found.push({ kind: "fifteen", cards: chosen, points: 2 });
      }
    }
    return found;
  };

  const byRank = (cards) => {
    const ranks = new Map();
    for (const card of cards) ranks.set(rankOf(card), [...(ranks.get(rankOf(card)) || []), card]);
    return ranks;
  };

  const runs = (cards) => {
    const ranks = byRank(cards);
    const sequences = [];
    for (const rank of ranks.keys()) {
      const last = sequences.at(-1);
      if (last?.at(-1) === rank - 1) last.push(rank);
      else sequences.push([rank]);
    }
    const found = [];
    for (const sequence of sequences.filter((ranked) => ranked.length >= 3)) {
      const ways = sequence.reduce((begun, rank) => begun.flatMap((way) => ranks.get(rank).map((card) => [...way, card])), [[]]);
      for (const way of ways) found.push({ kind: "run", cards: way, points: way.length });
    }
    return found;
  };

  const pairs = (cards) =>
    [...byRank(cards).values()]
      .filter((alike) => PAIRS[alike.length])
      .map((alike) => ({ kind: PAIRS[alike.length][0], cards: alike, points: PAIRS[alike.length][1] }));

  const flush = (hand, starter, crib) => {
    if (hand.some((card) => card[1] !== hand[0][1])) return [];
    if (starter && starter[1] === hand[0][1]) return [{ kind: "flush", cards: sortCards([...hand, starter]), points: hand.length + 1 }];
    return crib ? [] : [{ kind: "flush", cards: sortCards(hand), points: hand.length }];
  };

  const nob = (hand, starter) => {
    const jack = starter && hand.find((card) => card === `J${starter[1]}`);
    return jack ? [{ kind: "nob", cards: [jack], points: 1 }] : [];
  };

  const isHand = (hand, starter, crib, rules) => {
    const all = starter ? [...hand, starter] : hand;
    return hand.length === (crib ? CRIB_CARDS : rules.kept) && new Set(all).size === all.length;
  };

  const show = (hand, starter, crib, rules) => {
    const cards = sortCards(starter ? [...hand, starter] : hand);
    const inOrder = rules.pairsFirst ? [...pairs(cards), ...runs(cards)] : [...runs(cards), ...pairs(cards)];
    const combinations = [...fifteens(cards), ...inOrder, ...flush(hand, starter, crib), ...nob(hand, starter)];
    return { points: combinations.reduce((sum, one) => sum + one.points, 0), combinations };
  };

  // What is called after the fifteens, each with its points: runs with the pairs in them, or pairs and each run by itself.
  const longRun = (one) => ({ phrase: "long-run-1", length: one.cards.length, points: one.points });
  const nameCombination = (one) => (one.kind === "run" ? longRun(one) : { phrase: one.kind, length: 0, points: one.points });
  const ranked = (combinations) => {
    const found = combinations.filter((one) => one.kind === "run" || one.kind.includes("pair"));
    if (found.length && found[0].kind !== "run") return found.map(nameCombination);
    const left = new Map(found.filter((one) => one.kind !== "run").map((one) => [one.cards[0][0], one]));
    const alike = new Map();
    for (const run of found.filter((one) => one.kind === "run")) {
      const ranks = run.cards.map((card) => card[0]).join("");
      alike.set(ranks, [...(alike.get(ranks) || []), run]);
    }
    const calls = [...alike].map(([ranks, same]) => {
      const within = [...ranks].filter((rank) => left.has(rank)).map((rank) => left.get(rank));
      for (const pair of within) left.delete(pair.cards[0][0]);
      const points = [...within, ...same].reduce((sum, one) => sum + one.points, 0);
      return { phrase: `${same.length > 1 && ranks.length === 3 ? "" : "long-"}run-${same.length}`, length: ranks.length, points };
    });
    return [...calls, ...[...left.values()].map(nameCombination)];
  };

  // A count as it is called aloud (R36): the twin of scoring/announcement.py, in its words.
  const announce = (combinations, words) => {
    const fillGaps = (text, gaps) => text.replace(/\{(\w+)\}/g, (gap, name) => gaps[name]);
    const number = (points) => words[`number-${points}`];
    const fifteens = combinations.filter((one) => one.kind === "fifteen").length;
    const calls = Array.from({ length: fifteens }, (_, at) => fillGaps(words.fifteen, { points: number(2 * at + 2) }));
    const rest = combinations.filter((one) => one.kind === "flush" || one.kind === "nob");
    const said = new Set();
    let total = 2 * fifteens;
    for (const one of [...ranked(combinations), ...rest.map((each) => ({ phrase: each.kind, length: each.cards.length, points: each.points }))]) {
      total += one.points;
      const key = `${one.phrase}/${one.length}`;
      const phrase = fillGaps(words[said.has(key) ? `${one.phrase}-again` : one.phrase], { length: number(one.length) });
      const ends = calls.length ? words.makes : words.is;
      calls.push(!calls.length && one.phrase === "nob" ? phrase : fillGaps(ends, { phrase, points: number(total) }));
      said.add(key);
    }
    if (!calls.length) return number(19);
    if (calls.length === 1 || calls.length === fifteens) return calls.join(", ");
    return fillGaps(words.and, { calls: calls.slice(0, -1).join(", "), last: calls.at(-1) });
  };

  // What follows from a call (R39–R45): who pegs what, by which rule, and the key of the sentence that says why.
  const judge = (points, declared, claimed, takes, rules) => {
    const verdict = (counter, challenger, rule, reason, more = {}) => ({
      counter, challenger, rule, reason, gaps: { true: points, declared, claimed, missed: points - declared, ...more },
      overcall: declared > points, falseChallenge: claimed !== null && claimed !== declared && declared === points,
    });
    if (declared === points) {
      if (claimed === null || claimed === points) return verdict(points, 0, "R45", "right");
      const penalty = claimed - points;
      if (takes && penalty > 0 && rules.claimed) return verdict(claimed, 0, "R42", "claimed", { penalty });
      return verdict(points, 0, "R42", "false");
    }
    if (declared > points) {
      if (claimed === null) return verdict(declared, 0, "R45", "unchallenged");
      return verdict(points, 0, "R41", claimed === points ? "corrected" : "bothWrong");
    }
    if (claimed === null) return verdict(declared, 0, "R39", "lost");
    if (!rules.muggins) return verdict(declared, 0, "R45", "noMuggins");
    if (claimed === points) return takes ? verdict(declared, points - declared, "R39", "taken") : verdict(declared, 0, "R39", "left");
    const lesser = Math.min(claimed - declared, points - declared);
    if (takes && lesser > 0 && rules.lesser) return verdict(declared, lesser, "R40", "lesser", { lesser });
    return verdict(declared, 0, "R40", "miscounted");
  };

  return { parse, isHand, show, announce, judge };
})();
