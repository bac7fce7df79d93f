// Lets axe ask no colour and no look twice, which is most of its time, and find what it finds without this (decision 0124).
(() => {
  // A page names a dozen colours a thousand times, and axe reads each name with a library for every notation of colours.
  const colours = new Map();
  const colour = axe.commons.color.Color.prototype;
  const parse = colour.parseString;
  colour.parseString = function (text) {
    const known = colours.get(text);
    if (known) return Object.assign(this, known);
    parse.call(this, text);
    const { r, g, b, alpha } = this;
    colours.set(text, { r, g, b, alpha });
    return this;
  };

  const TEXT = [
    "color", "-webkit-text-fill-color", "-webkit-text-stroke-width", "-webkit-text-stroke-color", "text-shadow",
    "font-size", "font-weight",
  ];
  const GROUND = ["background-color", "opacity", "mix-blend-mode"];
  const check = axe._audit.checks["color-contrast"];
  const evaluate = check.evaluate;
  let grounds, enough;

  const said = (node, names) => {
    const style = getComputedStyle(node);
    return names.map(name => style.getPropertyValue(name)).join();
  };
  const ground = node => {
    if (!grounds.has(node)) grounds.set(node, said(node, GROUND));
    return grounds.get(node);
  };

  // All that axe counts a contrast from: the text, and what it found painted beneath it, in which groups. Two texts may
  // differ in the rest (place, size, a picture, another box in between), which at most keeps axe from counting.
  const look = (node, stack) => {
    const numbers = new Map();
    const layer = part => {
      if (!numbers.has(part)) numbers.set(part, numbers.size);
      return `${numbers.get(part)} ${ground(part)}`;
    };
    const layers = stack.map(part => {
      const groups = axe.utils.getNodeFromTree(part)._stackingOrder.filter(({ vNode }) => vNode);
      return [...groups.map(({ vNode }) => vNode.actualNode), part].map(layer).join(">");
    });
    return [said(node, TEXT), ...layers].join("|");
  };

  check.evaluate = function (node, ...rest) {
    // What cannot be seen passes whatever its colours; where the page's own ground is not beneath, places count too.
    const stack = axe.commons.dom.isVisibleOnScreen(node) && axe.commons.color.getBackgroundStack(node);
    const mine = stack && stack.includes(document.body) && look(node, stack);
    if (mine && enough.has(mine)) return true;
    const verdict = evaluate.call(this, node, ...rest);
    if (mine && verdict === true) enough.add(mine);
    return verdict;
  };

  axe.look = async options => {
    [grounds, enough] = [new Map(), new Set()];
    const { violations, passes } = await axe.run(options);
    return { violations, passes: passes.length };
  };
})();
