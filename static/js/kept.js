// The page that stands in for those that were not kept: which were, by their titles.
"use strict";

(async () => {
  const list = document.querySelector("[data-kept-pages]");
  // With the page's language before it, and without: an address that names none is the reader's own.
  const either = (path) => [path, `/${document.documentElement.lang.toLowerCase()}${path}`];
  const here = either(list.dataset.here);
  const brought = [...here, ...either(list.dataset.outbox)];
  // It stands at the address of the page that was asked for.
  if (!here.includes(location.pathname)) document.querySelector("[data-only-kept]").hidden = false;
  document.querySelector("[data-again-here]").href = location.href;
  if (!("caches" in self)) return;
  for (const name of (await caches.keys()).filter((found) => found.startsWith("kept-"))) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      const { pathname } = new URL(request.url);
      if (brought.includes(pathname)) continue;
      const page = await cache.match(request);
      const item = document.createElement("li");
      const link = document.createElement("a");
      // The title as it stands in the page, with its entities; a document that is never shown reads them.
      const title = new DOMParser().parseFromString(decodeURIComponent(page.headers.get("muggins-title")), "text/html");
      link.href = pathname;
      link.textContent = title.documentElement.textContent;
      item.append(link);
      list.append(item);
    }
  }
  document.querySelector("[data-none-kept]").hidden = Boolean(list.children.length);
})();
