// The outbox: results that were sent without a connection, in the browser's own database, and their delivery. Pages and
// the service worker share this file. An entry goes in once: its `id` is the key by which the server knows it again.
"use strict";

self.mugginsOutbox = (() => {
  const STORE = "entries";
  const SENT_KEPT = 7 * 24 * 3600 * 1000;
  // What a page was sending when it was closed waits from now on.
  const GIVEN_UP = 2 * 60 * 1000;
  // How long an answer is waited for: whatever else there is to deliver waits behind it.
  const PATIENCE = 30 * 1000;

  const opened = () =>
    new Promise((done, fail) => {
      const asked = indexedDB.open("muggins-outbox", 1);
      asked.onupgradeneeded = () => asked.result.createObjectStore(STORE, { keyPath: "id" });
      asked.onsuccess = () => done(asked.result);
      asked.onerror = () => fail(asked.error);
    });

  // A single transaction: what `work` does there is there whole or not at all, whenever the browser or its device goes out.
  const within = async (mode, work) => {
    const database = await opened();
    try {
      return await new Promise((done, fail) => {
        // Chromium says otherwise that something is kept before it lies on the disk.
        const step = database.transaction(STORE, mode, { durability: "strict" });
        const asked = work(step.objectStore(STORE));
        step.oncomplete = () => done(asked.result);
        step.onabort = () => fail(step.error);
      });
    } finally {
      database.close();
    }
  };

  const all = async () => (await within("readonly", (store) => store.getAll())).sort((one, other) => one.at.localeCompare(other.at));
  const put = (entry) => within("readwrite", (store) => store.put(entry));
  const remove = (id) => within("readwrite", (store) => store.delete(id));
  const locked = (work) => (navigator.locks ? navigator.locks.request("muggins-outbox", work) : work());
  const announceChange = () => new BroadcastChannel("muggins-outbox").postMessage("changed");

  // The same fixture's newer sheet takes the place of an older one that has not been sent.
  const isReplaced = (other, entry) => other.delivery === entry.delivery && other.reader === entry.reader && other.state !== "sent";
  const lay = async (entry) => {
    await within("readwrite", (store) => {
      const asked = store.getAll();
      asked.onsuccess = () => {
        for (const other of asked.result.filter((one) => isReplaced(one, entry))) store.delete(other.id);
        store.put(entry);
      };
      return asked;
    });
    announceChange();
  };
  // What was replaced or deleted while it was on its way does not come back.
  const change = (id, more) =>
    within("readwrite", (store) => {
      const asked = store.get(id);
      asked.onsuccess = () => asked.result && store.put({ ...asked.result, ...more });
      return asked;
    });

  // What the page laid down before it posted its form: held where the form did not get through, dropped where it did.
  const entriesBeingSent = async (path) => (await all()).filter((entry) => entry.state === "sending" && entry.page === path);
  const hold = async (path) => {
    const found = await entriesBeingSent(path);
    for (const { id } of found) await change(id, { state: "waiting" });
    if (found.length) announceChange();
    return found.length;
  };
  const drop = async (path) => {
    for (const entry of await entriesBeingSent(path)) await remove(entry.id);
  };

  const ask = async (entry) => {
    const signal = AbortSignal.timeout?.(PATIENCE);
    const answer = await fetch(entry.delivery, { headers: { Accept: "application/json" }, cache: "no-store", signal });
    if (answer.status === 401) return { state: "signed-out" };
    if (answer.status === 403 || answer.status === 404) return { state: "refused" };
    if (!answer.ok) throw new Error(String(answer.status));
    const { reader, token } = await answer.json();
    // Somebody else's session: it is not theirs to send, nor to hear of.
    if (reader !== entry.reader) return { state: "waiting" };
    const body = new URLSearchParams(entry.fields);
    body.append("basis", entry.basis);
    body.append("seen", entry.seen);
    const headers = { Accept: "application/json", "x-csrftoken": token, "idempotency-key": entry.id };
    const given = await fetch(entry.delivery, { method: "POST", body, headers, signal });
    if ([200, 409, 422].includes(given.status)) return given.json();
    if (given.status === 401) return { state: "signed-out" };
    if (given.status === 404) return { state: "refused" };
    throw new Error(String(given.status));
  };

  const send = async (entry) => {
    try {
      const answer = await ask(entry);
      const came = { state: answer.state, answer, tried: new Date().toISOString() };
      // What has gone in is told, whatever became of the entry meanwhile.
      await (answer.state === "sent" ? put({ ...entry, ...came }) : change(entry.id, came));
      return answer.state;
    } catch {
      await change(entry.id, { state: "waiting" });
      return "waiting";
    }
  };

  const isDue = (entry) =>
    entry.state === "waiting" || entry.state === "signed-out" || (entry.state === "sending" && Date.parse(entry.at) < Date.now() - GIVEN_UP);

  // Everything that can go goes, one after the other; what was answered waits for its writer.
  const deliver = (id = "") =>
    locked(async () => {
      for (const one of await all()) {
        // As it is now: while another was on its way it may have been replaced, or deleted.
        const entry = await within("readonly", (store) => store.get(one.id));
        if (!entry) continue;
        if (entry.state === "sent" && Date.parse(entry.tried) < Date.now() - SENT_KEPT) await remove(entry.id);
        else if (entry.id === id || (!id && isDue(entry))) await send(entry);
      }
      announceChange();
    });

  return { all, change, remove, lay, hold, drop, deliver };
})();
