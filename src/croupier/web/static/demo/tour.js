// The tour of a demonstration: a panel that leads from page to page and points at what it speaks of. Where it stands is
// remembered in this tab alone.

import { tabStorage } from "../storage.js";

const steps = JSON.parse(document.getElementById("demo-steps").textContent);
const key = document.getElementById("demo-tour-key");
const STORE = "demo-tour";

const read = () => tabStorage.read(STORE) || 0;
const write = (step) => tabStorage.write(STORE, step);

const here = () => location.pathname + location.search;
const make = (tag, text, more = {}) => Object.assign(document.createElement(tag), { textContent: text, ...more });

let panel = null;
let pointed = null;

function point(look) {
  const found = look ? document.querySelector(look) : null;
  if (found === pointed) return;
  if (pointed) pointed.removeAttribute("data-tour");
  if (found) found.setAttribute("data-tour", ""); // no class: pages set those anew
  const folded = found && found.closest("details");
  if (folded) folded.open = true;
  if (found && !pointed) found.scrollIntoView({ block: "center" });
  pointed = found;
  if (found && panel) panel.classList.toggle("left", covers(found.getBoundingClientRect()));
}

// Whether the panel, at its usual side, hides most of what it speaks of.
function covers(box) {
  const own = panel.getBoundingClientRect();
  return box.left > innerWidth - own.width - 32 && box.bottom > innerHeight - own.height - 32;
}

function go(to) {
  write(to);
  if (to < steps.length && steps[to].path !== here()) location.assign(steps[to].path);
  else show();
}

function end() {
  write(-1);
  show();
}

function show() {
  const at = read();
  const step = steps[at];
  if (panel) panel.remove();
  panel = null;
  point("");
  key.hidden = !steps.length || Boolean(step);
  if (!step) return;
  panel = make("section", "", { className: "demo-tour" });
  panel.setAttribute("aria-label", "Tour");
  const keys = make("div", "", { className: "tour-keys" });
  const away = step.path !== here();
  const last = at === steps.length - 1;
  if (away) keys.append(make("button", "Go there", { className: "main", type: "button", onclick: () => go(at) }));
  else keys.append(make("button", last ? "Done" : "Next", { className: "main", type: "button", onclick: () => (last ? end() : go(at + 1)) }));
  if (at) keys.append(make("button", "Back", { type: "button", onclick: () => go(at - 1) }));
  if (last && !away) keys.append(make("button", "Enter as somebody else", { type: "button", onclick: () => { end(); location.assign("/demo"); } }));
  else keys.append(make("button", "Skip the tour", { type: "button", onclick: end }));
  panel.append(make("p", `Step ${at + 1} of ${steps.length}`, { className: "count" }), make("h2", step.title), make("p", step.words), keys);
  document.body.append(panel);
  if (!away) point(step.look);
}

// What is pointed at may come later, as a claim does, or be drawn anew.
setInterval(() => {
  const step = steps[read()];
  if (panel && step && step.path === here()) point(step.look);
}, 500);

key.addEventListener("click", () => go(0));
for (const form of document.querySelectorAll("form[action='/demo']")) form.addEventListener("submit", () => write(0));
if (steps.length && location.pathname !== "/demo") show();
