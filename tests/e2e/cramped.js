// What a phone of 390 pixels cannot show: a page wider than the window, a tab beyond it, a list whose choice is cut before its ninth letter,
// and a word that is broken although it has no more than twelve letters. An address by mail may break wherever it must.
() => {
  const found = new Set();
  const shown = (part) => part.getClientRects().length && !part.closest(".visually-hidden, [aria-hidden=true], svg, .search-word");
  if (document.documentElement.scrollWidth > innerWidth) found.add(`the page is ${document.documentElement.scrollWidth} px wide`);
  for (const tab of document.querySelectorAll(".tabs a")) {
    const { left, right } = tab.getBoundingClientRect();
    if (left < -1 || right > innerWidth + 1) found.add(`beyond the window: ${tab.textContent.trim()}`);
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
      if (word[0].length > 12 || /[@/_]/.test(word[0])) continue;
      range.setStart(node, word.index);
      range.setEnd(node, word.index + word[0].length);
      // A hyphen or a dash is where a word may break.
      const boxes = [...range.getClientRects()].filter((box) => box.width > 0);
      const lines = new Set(boxes.map((box) => Math.round(box.top)));
      if (lines.size > 1 && !/[-–—]/.test(word[0])) found.add(`broken: ${word[0]} in ${host.closest("[class]")?.className ?? host.tagName}`);
    }
  }
  return [...found];
}
