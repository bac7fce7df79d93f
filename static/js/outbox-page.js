// What is waiting on this device to be sent: each entry with its state, and what its writer can do. Whoever is signed in
// sees their own; where nobody is, an entry says whose turn it is and no more.
"use strict";

(() => {
  const list = document.querySelector("[data-outbox-list]");
  const empty = document.querySelector("[data-outbox-empty]");
  const words = list.dataset;
  const outbox = self.mugginsOutbox;
  const fillGaps = (text, gaps) => text.replace(/\{(\w+)\}/g, (gap, name) => gaps[name]);

  const element = (tag, text, more = {}) => {
    const made = document.createElement(tag);
    if (text) made.textContent = text;
    return Object.assign(made, more);
  };

  // A page that the worker brings was made for nobody: without a connection the reader is whoever's pages are kept here.
  const readerHere = async () => {
    const { reader } = document.querySelector("script[data-offline-words]").dataset;
    if (reader || navigator.onLine || !("caches" in self)) return reader || "";
    const found = (await caches.keys()).find((name) => name.startsWith("kept-"));
    return found ? found.slice("kept-".length) : "";
  };

  const differences = (found) => {
    const table = element("table", "", { className: "outbox-differences" });
    table.append(element("caption", words.differences));
    const head = table.createTHead().insertRow();
    for (const name of [words.place, words.mine, words.theirs]) head.append(element("th", name, { scope: "col" }));
    const body = table.createTBody();
    for (const one of found) {
      const row = body.insertRow();
      row.append(element("th", one.where, { scope: "row" }), element("td", one.mine), element("td", one.theirs));
    }
    return table;
  };

  const button = (text, press, quiet = true) => {
    const made = element("button", text, { type: "button", className: quiet ? "quiet" : "" });
    made.addEventListener("click", () => press(made));
    return made;
  };

  const send = async (entry, more = {}) => {
    await outbox.change(entry.id, { ...more, state: "waiting" });
    await outbox.deliver(entry.id);
    await show(entry.id);
  };
  const deletes = (entry) => {
    let asked = entry.state === "sent";
    return button(asked ? words.remove : words.delete, async (made) => {
      if (asked) {
        await outbox.remove(entry.id);
        await show();
        list.focus();
        return;
      }
      asked = true;
      made.textContent = words.really;
    });
  };

  const actions = (entry) => {
    const answer = entry.answer || {};
    const made = [];
    if (entry.state === "asked") made.push(button(words.sure, () => send(entry, { fields: [...entry.fields, ["sure", answer.sure]] }), false));
    if (entry.state === "conflict" && answer.basis) made.push(button(words.anyway, () => send(entry, { basis: answer.basis }), false));
    for (const way of answer.ways || []) {
      const link = element("a", way.label, { href: way.url });
      link.classList.add("button", "quiet");
      made.push(link);
    }
    if (["waiting", "refused", "conflict"].includes(entry.state)) made.push(button(words.again, () => send(entry)));
    if (entry.state === "signed-out") made.push(element("a", words.signIn, { href: words.login, className: "button" }));
    return [...made, deletes(entry)];
  };

  const renderEntry = (entry, mine) => {
    const part = element("section", "", { className: "outbox-entry", id: `entry-${entry.id}` });
    part.append(element("h2", entry.title, { tabIndex: -1 }));
    if (!mine) {
      part.append(element("p", words.signedOut, { className: "outbox-state" }), element("a", words.signIn, { href: words.login, className: "button" }));
      return part;
    }
    const said = self.mugginsWhen(new Date(entry.at));
    const state = words[entry.state === "signed-out" ? "signedOut" : entry.state] || words.waiting;
    part.append(element("p", `${entry.score} · ${state}`, { className: "outbox-state" }));
    part.append(element("p", fillGaps(said.today ? words.keptAt : words.keptOn, said), { className: "soft" }));
    const { message, problems, differences: found } = entry.answer || {};
    const answered = ["sent", "conflict", "refused", "asked"].includes(entry.state);
    if (answered && message) part.append(element("p", message));
    if (answered && problems?.length) {
      const all = element("ul");
      all.append(...problems.map((problem) => element("li", problem)));
      part.append(all);
    }
    if (entry.state === "refused" && !message && !problems) part.append(element("p", words.other));
    if (entry.state === "conflict" && found?.length) part.append(differences(found));
    const details = element("details");
    const lines = element("ul");
    lines.append(...entry.lines.map((line) => element("li", line)));
    details.append(element("summary", words.filled), lines);
    const last = element("p");
    last.append(...actions(entry));
    part.append(details, last);
    return part;
  };

  const show = async (focus = "") => {
    const reader = await readerHere();
    const entries = (await outbox.all()).filter((entry) => (reader ? entry.reader === reader : entry.state !== "sent"));
    list.replaceChildren(...entries.map((entry) => renderEntry(entry, Boolean(reader))));
    empty.hidden = entries.length > 0;
    if (focus) document.getElementById(`entry-${focus}`)?.querySelector("h2").focus();
  };

  list.tabIndex = -1;
  new BroadcastChannel("muggins-outbox").addEventListener("message", () => {
    // Not while somebody reads what they have just been told.
    if (!list.contains(document.activeElement) || document.activeElement === list) show();
  });
  show();
})();
