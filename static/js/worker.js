// The service worker: pages that open without a connection, the files that they need, and the outbox. `BUILD` stands
// before this file as it is served (league/web/ops/offline.py). It keeps no page but those that the server marks, for one
// reader at a time: a page for somebody else, or for nobody, throws away what was kept.
"use strict";
importScripts(BUILD.store);

const FILES = `files-${BUILD.version}`;
const KEPT = "kept-";
const KEPT_AT = "muggins-kept-at";
const TITLE = "muggins-title";
const PATIENCE = 3000;
const MOST_PAGES = 40;
const OLDEST = 14 * 24 * 3600 * 1000;
const FRESH = 10 * 60 * 1000;
const UNREACHED = [502, 503, 504];
const GONE = [403, 404, 410];
// A sheet, or a score, that came to its address, whatever the page says of it.
const TAKEN = [200, 409, 422];
// A page that was asked for before it was known that its reader has gone is not kept.
let turn = 0;
let last = null;

const assetsOf = (html) => [...new Set([...html.matchAll(/(?:href|src)="([^"]+)"/g)].map((found) => found[1].replaceAll("&amp;", "&")).filter((path) => path.startsWith(BUILD.static)))];

const addFile = async (cache, path) => {
  if (await cache.match(path)) return true;
  const answer = await fetch(path, { cache: "no-cache" }).catch(() => null);
  // What is of an earlier version goes on with the pages that need it.
  const kept = answer?.ok ? answer : await caches.match(path);
  if (kept?.ok) await cache.put(path, kept);
  return Boolean(kept?.ok);
};

// True once every file that a page needs is here.
const addFiles = async (html) => {
  const cache = await caches.open(FILES);
  return (await Promise.all(assetsOf(html).map((path) => addFile(cache, path)))).every(Boolean);
};

// The beginning of a path that names its language.
const languageOf = (path) => BUILD.languages.find((prefix) => path.startsWith(`${prefix}/`)) || "";

const install = async () => {
  const cache = await caches.open(FILES);
  for (const path of ["", ...BUILD.languages].flatMap((prefix) => [prefix + BUILD.offline, prefix + BUILD.outbox])) {
    // As a stranger reads it: it is shown to whoever has the device.
    const answer = await fetch(path, { credentials: "omit", cache: "no-store" });
    if (!answer.ok) throw new Error(path);
    if (!(await addFiles(await answer.clone().text()))) throw new Error(path);
    await cache.put(path, answer);
  }
};

const keepNames = async () => (await caches.keys()).filter((name) => name.startsWith(KEPT));

const activate = async () => {
  for (const name of await keepNames()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) if (!(await addFiles(await (await cache.match(request)).text()))) await cache.delete(request);
  }
  for (const name of await caches.keys()) if (name.startsWith("files-") && name !== FILES) await caches.delete(name);
  await self.clients.claim();
};

const forgetAllBut = async (reader) => {
  if (last !== null && last !== reader) turn += 1;
  last = reader;
  for (const name of await keepNames()) if (name !== KEPT + reader) await caches.delete(name);
};

// A page that leads elsewhere now, or is gone, is not shown as it was.
const forgetPage = async (path) => {
  for (const name of await keepNames()) await (await caches.open(name)).delete(path);
};

const prune = async (cache) => {
  const pages = [];
  for (const request of await cache.keys()) pages.push({ request, at: Date.parse((await cache.match(request)).headers.get(KEPT_AT)) });
  pages.sort((one, other) => other.at - one.at);
  for (const [place, page] of pages.entries()) if (place >= MOST_PAGES || page.at < Date.now() - OLDEST) await cache.delete(page.request);
};

// Keep a page that the server lets be kept, with the moment in it; whatever it is, learn from it who reads.
const learn = async (path, answer, asked) => {
  if (path && (answer.type === "opaqueredirect" || answer.redirected || GONE.includes(answer.status))) await forgetPage(path);
  if (answer.type !== "basic" || answer.status !== 200 || answer.redirected) return;
  if (!(answer.headers.get("content-type") || "").startsWith("text/html")) return;
  if (asked !== turn) return;
  const reader = answer.headers.get(BUILD.reader) || "nobody";
  await forgetAllBut(reader);
  if (!path || answer.headers.get(BUILD.keep) !== "yes") return;
  const now = turn;
  const html = await answer.text();
  const at = new Date().toISOString();
  const title = (/<title>([^<]*)<\/title>/.exec(html) || ["", path])[1];
  const headers = new Headers(answer.headers);
  headers.set(KEPT_AT, at);
  headers.set(TITLE, encodeURIComponent(title));
  const body = html.replace("<head>", BUILD.mark.replace("{at}", at));
  // Without its scripts a sheet would be filled in and posted into the void: a page is kept after all that it needs.
  if (!(await addFiles(html)) || now !== turn) return;
  const cache = await caches.open(KEPT + reader);
  await cache.put(path, new Response(body, { status: 200, headers }));
  await prune(cache);
};

// The beginning of paths in the language that the reader's own pages speak, where an address does not name it; blank for
// the source's. The page that was read last tells it.
const readersLanguage = async () => {
  for (const name of await keepNames()) {
    const cache = await caches.open(name);
    for (const request of (await cache.keys()).reverse()) {
      if (languageOf(new URL(request.url).pathname)) continue;
      const prefix = `/${((await cache.match(request)).headers.get("content-language") || "").toLowerCase()}`;
      return BUILD.languages.includes(prefix) ? prefix : "";
    }
  }
  return "";
};

// A page that the worker has brought with it, in the language of the address that it stands at.
const brought = async (page, address) => (await caches.open(FILES)).match((languageOf(address) || (await readersLanguage())) + page);

const keptPage = async (path) => {
  for (const name of await keepNames()) {
    const page = await (await caches.open(name)).match(path);
    if (page && Date.parse(page.headers.get(KEPT_AT)) >= Date.now() - OLDEST) return page;
  }
  const page = path.slice(languageOf(path).length);
  return [BUILD.offline, BUILD.outbox].includes(page) ? brought(page, path) : undefined;
};

// In place of two numbers that were not kept the whole card, where that one was.
const cardOf = (path) => (path.endsWith(BUILD.score) ? path.slice(0, -BUILD.score.length) + BUILD.sheet : "");

const standIn = async (path) => {
  const page = await keptPage(path);
  if (page) return page;
  const card = cardOf(path);
  return card && (await keptPage(card)) ? Response.redirect(card, 303) : brought(BUILD.offline, path);
};

const open = async (event) => {
  const url = new URL(event.request.url);
  const asked = turn;
  // An address with a question is another page: what was kept of the plain one is shown, but never replaced by it.
  const network = fetch(event.request).then((answer) => {
    const copy = answer.clone();
    event.waitUntil(learn(url.search ? "" : url.pathname, copy, asked).catch(() => null));
    return answer;
  });
  const copy = await keptPage(url.pathname);
  if (!copy) return network.catch(() => standIn(url.pathname));
  event.waitUntil(network.catch(() => null));
  const late = new Promise((done) => { setTimeout(done, PATIENCE, null); });
  const answer = await Promise.race([network.catch(() => null), late]);
  return answer && !UNREACHED.includes(answer.status) ? answer : copy;
};

const file = async (request) => {
  const cache = await caches.open(FILES);
  const found = await cache.match(request);
  if (found) return found;
  // A page of an earlier version may have left what it needs under that version's name.
  const answer = await fetch(request).catch(() => caches.match(request));
  if (!answer) return Response.error();
  if (answer.ok && answer.status === 200) await cache.put(request, answer.clone());
  return answer;
};

const signOut = async (event) => {
  await forgetAllBut("");
  return fetch(event.request);
};

// A form of a sheet, or a score, that does not get through goes to the outbox, where the page has laid it down before.
const post = async (event) => {
  const { pathname } = new URL(event.request.url);
  const answer = await fetch(event.request).catch(() => null);
  const reached = answer && !UNREACHED.includes(answer.status);
  if (reached && (answer.type === "opaqueredirect" || TAKEN.includes(answer.status))) {
    await self.mugginsOutbox.drop(pathname);
    return answer;
  }
  const held = await self.mugginsOutbox.hold(pathname);
  if (held) await self.registration.sync?.register("outbox").catch(() => null);
  if (held && !reached) return Response.redirect(languageOf(pathname) + BUILD.outbox, 303);
  // What cannot wait there, half a sheet, is in the page's own draft: the kept page brings it back.
  return answer || standIn(pathname);
};

const take = async (addresses, reader) => {
  const asked = turn;
  for (const address of addresses) {
    if (asked !== turn) return;
    const url = new URL(address, self.location.origin);
    if (url.origin !== self.location.origin) continue;
    const cache = await caches.open(KEPT + (reader || "nobody"));
    const had = await cache.match(url.pathname);
    if (had && Date.parse(had.headers.get(KEPT_AT)) > Date.now() - FRESH) continue;
    const answer = await fetch(url, { headers: { Accept: "text/html" } }).catch(() => null);
    if (!answer) return;
    await learn(url.pathname, answer, asked);
  }
};

self.addEventListener("install", (event) => {
  self.skipWaiting();
  event.waitUntil(install());
});
self.addEventListener("activate", (event) => event.waitUntil(activate()));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== self.location.origin) return;
  if (request.mode === "navigate" && request.method === "GET") event.respondWith(open(event));
  else if (request.mode === "navigate" && url.pathname.endsWith(BUILD.signOut)) event.respondWith(signOut(event));
  else if (request.mode === "navigate" && [BUILD.sheet, BUILD.score].some((end) => url.pathname.endsWith(end))) event.respondWith(post(event));
  else if (request.method === "GET" && url.pathname.startsWith(BUILD.static)) event.respondWith(file(request));
});
self.addEventListener("sync", (event) => {
  if (event.tag === "outbox") event.waitUntil(self.mugginsOutbox.deliver());
});
self.addEventListener("message", (event) => {
  if (event.data?.take) event.waitUntil(take(event.data.take, event.data.reader));
});
