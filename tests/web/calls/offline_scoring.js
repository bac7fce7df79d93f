// Reads a deal and a call from each line of a file, and writes what the device's own counting says of them.
"use strict";
globalThis.self = globalThis;
require(process.argv[2]);
const words = JSON.parse(require("node:fs").readFileSync(process.argv[4], "utf8"));
const lines = require("node:fs").readFileSync(process.argv[3], "utf8").trim().split("\n");
const said = lines.map((line) => {
  const { hand, starter, crib, rules, declared, claimed, takes } = JSON.parse(line);
  const cards = self.mugginsCount.parse(hand);
  const turned = starter ? self.mugginsCount.parse(starter)[0] : null;
  if (!self.mugginsCount.isHand(cards, turned, crib, rules)) return JSON.stringify(null);
  const shown = self.mugginsCount.show(cards, turned, crib, rules);
  const verdict = declared === null ? null : self.mugginsCount.judge(shown.points, declared, claimed, takes, rules);
  return JSON.stringify({ ...shown, called: self.mugginsCount.announce(shown.combinations, words), verdict });
});
process.stdout.write(said.join("\n"));
