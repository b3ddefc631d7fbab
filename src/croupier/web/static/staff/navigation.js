// The navigation of the staff: a menu that closes again, and the search. One key opens it, letters narrow it, arrows
// choose, and Enter goes there. Without this script the menu is a list to unfold and the search a page with a form.

import { byId, make } from "../make.js";

const PAUSE_MS = 120;
const dialog = byId("search"), field = byId("search-words"), list = byId("search-found");
let looking = Promise.resolve();
let words = null; // those that the list fits
let options = [];
let chosen = -1;

function choose(nth) {
  chosen = options.length ? (nth + options.length) % options.length : -1;
  options.forEach((option, i) => option.setAttribute("aria-selected", String(i === chosen)));
  if (chosen < 0) field.removeAttribute("aria-activedescendant");
  else {
    field.setAttribute("aria-activedescendant", options[chosen].id);
    options[chosen].scrollIntoView({ block: "nearest" });
  }
}

function show(groups) {
  options = [];
  list.replaceChildren(...groups.map((group) => {
    const part = make("div", { role: "group", "aria-label": group.title }, make("p", { class: "kind", "aria-hidden": "true" }, group.title));
    for (const one of group.found) {
      const option = make("a", { role: "option", id: `search-${options.length}`, href: one.path, tabindex: "-1" }, make("b", {}, one.title), make("span", {}, one.about));
      options.push(option);
      part.append(option);
    }
    return part;
  }));
  if (!options.length) list.append(make("p", { class: "muted" }, "Nothing that you may open fits."));
  field.setAttribute("aria-expanded", String(options.length > 0));
  byId("search-says").textContent = options.length ? `${options.length} found` : "Nothing found";
  choose(0);
}

// Whoever types on makes an earlier answer useless: only the one to the newest words is shown.
function look(pause) {
  const wanted = field.value.trim();
  if (wanted === words) return;
  words = wanted;
  looking = (async () => {
    if (pause) await new Promise((done) => setTimeout(done, PAUSE_MS));
    if (wanted !== words) return;
    const answer = await fetch(`/staff/search?q=${encodeURIComponent(wanted)}`, { headers: { accept: "application/json" } }).catch(() => null);
    const found = answer && answer.ok ? await answer.json() : null;
    if (wanted === words) show(found ? found.groups : []);
  })();
}

function open(event) {
  event.preventDefault();
  dialog.showModal();
  field.select();
  words = null; // what was found before may have changed since
  look(false);
}

byId("open-search").addEventListener("click", open);
field.addEventListener("input", () => look(true));
field.addEventListener("keydown", (event) => {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step) return;
  event.preventDefault();
  choose(chosen + step);
});
dialog.querySelector("form").addEventListener("submit", async (event) => {
  event.preventDefault();
  for (let waited = null; waited !== looking;) await (waited = looking); // Enter may be faster than the answer
  if (chosen < 0) event.target.submit();
  else options[chosen].click();
});
// A way to another place of the same page leaves nothing behind that covers it.
list.addEventListener("click", () => dialog.close());
dialog.addEventListener("click", (event) => { if (event.target === dialog) dialog.close(); });

addEventListener("keydown", (event) => {
  const writes = event.target.closest && event.target.closest("input:not([type=checkbox], [type=radio]), textarea, select");
  if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || writes || document.querySelector("dialog[open]")) return;
  open(event);
});

const menu = document.querySelector(".menu");
if (menu) {
  addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !menu.open) return;
    menu.open = false;
    menu.querySelector("summary").focus();
  });
  addEventListener("click", (event) => { if (!menu.contains(event.target)) menu.open = false; });
}
