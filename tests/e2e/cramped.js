// What a phone of 390 pixels cannot show: a page wider than the window, a tab beyond it, a list whose choice is cut before its ninth letter,
// a word that is broken although it has no more than twelve letters, a longer one in bits of less than four, and a choice whose words touch
// its button. An address by mail may break wherever it must.
() => {
  const found = new Set();
  // What is read aloud and not seen; and, of a phone's window, what does not grow with what is too wide.
  const unseen = [...document.querySelectorAll("body *")].filter((part) => getComputedStyle(part).clipPath === "inset(50%)");
  const shown = (part) =>
    part.getClientRects().length && !part.closest("[aria-hidden=true], svg, .search-word") && !unseen.some((one) => one.contains(part));
  const { clientWidth } = document.documentElement;
  if (document.documentElement.scrollWidth > clientWidth) found.add(`the page is ${document.documentElement.scrollWidth} px wide`);
  for (const tab of document.querySelectorAll(".tabs a")) {
    const { left, right } = tab.getBoundingClientRect();
    if (left < -1 || right > clientWidth + 1) found.add(`beyond the window: ${tab.textContent.trim()}`);
  }
  const ruler = document.createElement("canvas").getContext("2d");
  for (const list of document.querySelectorAll("main select")) {
    if (!shown(list)) continue;
    const style = getComputedStyle(list);
    const choice = list.selectedOptions[0]?.textContent.trim() ?? "";
    ruler.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
    const room = list.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    if (room + 1 < ruler.measureText(choice.slice(0, 9)).width) found.add(`cut in ${list.name}: ${choice}`);
  }
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (texts.nextNode()) {
    const node = texts.currentNode;
    const host = node.parentElement;
    if (!node.data.trim() || !shown(host) || host.closest("script, style, option, pre, code, textarea")) continue;
    for (const word of node.data.matchAll(/\S*[\p{L}\p{N}]{3}\S*/gu)) {
      range.setStart(node, word.index);
      range.setEnd(node, word.index + word[0].length);
      // A hyphen or a dash is where a word may break.
      const boxes = [...range.getClientRects()].filter((box) => box.width > 0);
      const lines = new Set(boxes.map((box) => Math.round(box.top)));
      const long = word[0].length > 12 || /[@/_]/.test(word[0]);
      if (long ? word[0].length < 4 * lines.size : lines.size > 1 && !/[-–—]/.test(word[0])) found.add(`broken: ${word[0]} in ${host.closest("[class]")?.className ?? host.tagName}`);
    }
  }
  for (const box of document.querySelectorAll("main :is(input[type=radio], input[type=checkbox])")) {
    const words = box.labels[0];
    if (!shown(box) || !words || !shown(words) || getComputedStyle(box).opacity === "0") continue;
    range.selectNodeContents(words);
    const here = box.getBoundingClientRect();
    if (box.closest("label")) range.setStartAfter(box);
    const beside = [...range.getClientRects()].filter(({ top, bottom, left }) => top < here.bottom && bottom > here.top && left >= here.left);
    if (beside.some(({ left }) => left < here.right + 3)) found.add(`touches its button: ${words.textContent.trim()}`);
  }
  return [...found];
}
