// A form and an answer that may take its time: progress, cancel, pictures, figures, files and the command line.

import { byId, make, page, tell } from "./lab.js";

const form = byId("design");
const inputs = [...form.querySelectorAll("[data-line]")];
const again = page.form.filter((field) => field.again).map((field) => field.key);
const address = new URLSearchParams(location.search);
const path = `/api/lab/bench/${page.place}`;
const POLL_MS = 350, TYPING_MS = 250, MANY_ROWS = 16;
let turn = 0, timer = null, shown = "";

const valueOf = (input) => (input.type === "checkbox" ? (input.checked ? "true" : "") : input.value);

// What differs from how the form came, as the address spells it.
function question(once) {
  const query = new URLSearchParams();
  for (const input of inputs) {
    if ((again.includes(input.id) && !once) || input.dataset.fills !== undefined) continue;
    const value = valueOf(input);
    if (value !== (input.dataset.first ?? "")) query.set(input.id, value);
  }
  for (const text of address.getAll("set")) query.append("set", text);
  if (once && again.length) query.set("again", "true");
  return query;
}

function withGame(query) {
  const made = new URLSearchParams(query);
  made.set("game", page.game);
  return made;
}

async function ask(once) {
  const mine = ++turn;
  clearTimeout(timer);
  const query = question(once);
  history.replaceState(null, "", query.toString() ? `?${query}` : location.pathname);
  const asked = withGame(query).toString();
  const began = Date.now();
  byId("answer").classList.add("stale");
  for (;;) {
    const response = await fetch(`${path}?${asked}`, { headers: { accept: "application/json" } }).catch(() => null);
    const said = await response?.json().catch(() => null);
    if (mine !== turn) return;
    if (!said) return ended("The lab cannot be reached; check your connection and ask again.", "");
    if (response.status === 202) {
      const seconds = Math.round((Date.now() - began) / 1000);
      byId("going").hidden = false;
      byId("progress").value = said.share ?? 0;
      tell(`Working on it: ${said.progress}${seconds > 1 ? `, ${seconds} s` : ""}…`);
      await new Promise((done) => setTimeout(done, POLL_MS));
      if (mine !== turn) return;
      continue;
    }
    if (!response.ok) return ended(said.error || "The lab did not understand; reload the page and try again.", said.line ?? "");
    shown = asked;
    ended("");
    return show(said);
  }
}

function ended(words, line) {
  byId("going").hidden = true;
  byId("answer").classList.toggle("stale", Boolean(words));
  tell(words, line);
}

async function cancel() {
  turn++;
  ended("Cancelled. Nothing was computed to the end.");
  await fetch("/api/lab/stop", { method: "POST", headers: { "content-type": "application/json", "x-csrf": document.querySelector('meta[name="csrf"]').content }, body: JSON.stringify({ subject: page.place }) }).catch(() => null);
}

const paragraph = (text, look = "") => make("p", { class: look }, text);
const drawn = (svg, look) => {
  const made = document.importNode(new DOMParser().parseFromString(svg, "image/svg+xml").documentElement, true);
  made.classList.add(look);
  return made;
};

function sheet(one) {
  const head = make("tr", {}, ...one.columns.map((column) => make("th", { scope: "col", class: column.number ? "number" : "" }, column.words)));
  const rows = one.rows.map((row, at) =>
    make("tr", { class: one.lit.includes(at) ? "lit" : "" }, ...row.map((cell, place) => make(place ? "td" : "th", { scope: place ? false : "row", class: one.columns[place].number ? "number" : "" }, cell))));
  const table = make("div", { class: "lab-wide", role: "region", "aria-label": one.title, tabindex: "0" },
    make("table", { class: "plain" }, make("caption", { class: "unseen" }, one.title), make("thead", {}, head), make("tbody", {}, ...rows)));
  const long = one.rows.length > MANY_ROWS;
  return make("section", { class: "study-sheet" }, make("h3", {}, one.title),
    long ? make("details", {}, make("summary", {}, `${one.rows.length} rows`), table) : table);
}

function show(answer) {
  byId("answer").hidden = false;
  byId("headline-words").textContent = answer.headline.words;
  byId("headline").textContent = answer.headline.value;
  byId("brief").textContent = `${answer.headline.words}: ${answer.headline.value}`;
  byId("warnings").replaceChildren(...answer.warnings.map((text) => paragraph(text, "notice")));
  byId("words").replaceChildren(...answer.words.map((text) => paragraph(text)));
  byId("pictures").replaceChildren(...answer.pictures.map((one) => make("figure", {}, drawn(one.wide, "wide"), drawn(one.narrow, "narrow"))));
  byId("sheets").replaceChildren(...answer.sheets.map(sheet));
  byId("command").textContent = answer.command;
  byId("copied").textContent = "";
  const query = shown ? `?${shown}` : "";
  const names = Object.keys(answer.files);
  byId("command-files").hidden = !names.length;
  byId("command-files").replaceChildren(names.length === 1 ? "It reads this file: " : "It reads these files: ", ...names.map((name) => make("a", { class: "button", href: `${path}/${name}${query}`, download: "" }, name)));
  byId("files").hidden = false;
  const endings = [...(page.paper ? ["html"] : []), "csv", "json", ...(answer.pictures.length ? ["svg"] : [])];
  byId("files").replaceChildren("Download: ", ...endings.map((ending) => make("a", { class: "button", href: `${path}.${ending}${query}`, download: "" }, ending.toUpperCase())));
  document.body.dataset.answered = answer.headline.value;
}

async function copy() {
  try {
    await navigator.clipboard.writeText(byId("command").textContent);
    byId("copied").textContent = "Copied.";
  } catch {
    getSelection().selectAllChildren(byId("command"));
    byId("copied").textContent = "Selected; press Ctrl-C.";
  }
}

for (const input of inputs) {
  if (!address.has(input.id)) continue;
  if (input.type === "checkbox") input.checked = address.get(input.id) === "true";
  else input.value = address.get(input.id);
}
// Some choices put a text into the form's area, to begin with.
for (const select of form.querySelectorAll("[data-fills]")) {
  select.addEventListener("change", () => {
    const field = page.form.find((one) => one.key === select.id);
    form.querySelector("textarea").value = field.choices.find((one) => one.value === select.value).fills;
  });
}
form.addEventListener("input", (event) => {
  if (again.includes(event.target.id)) return;
  if (page.typing) { clearTimeout(timer); timer = setTimeout(() => ask(false), TYPING_MS); }
  else byId("answer").classList.add("stale");
});
form.addEventListener("submit", (event) => { event.preventDefault(); ask(true); });
byId("cancel").addEventListener("click", cancel);
// Who leaves waits no more.
addEventListener("pagehide", () => {
  if (!byId("going").hidden) navigator.sendBeacon("/api/lab/stop", new Blob([JSON.stringify({ subject: page.place })], { type: "application/json" }));
});
byId("copy").addEventListener("click", copy);
ask(address.get("again") === "true");
