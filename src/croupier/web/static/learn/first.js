// A first round: each step is a page of its own; this fetches it without leaving the felt, so that cards are dealt and
// turned instead of appearing, and lends every choice its key.

import { layCards } from "../cards.js";

const FACE_DOWN = "?";
const lesson = () => document.getElementById("lesson");
let busy = false;

// Cards that lay there stay; new ones are dealt, and a turned one flips.
function lay(before) {
  for (const place of lesson().querySelectorAll("[data-lay]")) {
    place.replaceChildren(...(before.get(place.dataset.place) || []));
    layCards(place, place.dataset.lay.split(" ").map((card) => (card === FACE_DOWN ? "" : card)), "blue");
  }
}

const laid = () => new Map([...lesson().querySelectorAll("[data-place]")].map((place) => [place.dataset.place, [...place.children]]));

// Enter does what is asked for next, and never more than that.
function ready() {
  const first = lesson().querySelector(".todo .main") || lesson().querySelector(".todo a, .todo button");
  if (first) first.focus({ preventScroll: true });
}

async function go(path, remember) {
  if (busy) return;
  busy = true;
  try {
    const answer = await fetch(path, { headers: { accept: "text/html" } });
    const next = new DOMParser().parseFromString(await answer.text(), "text/html");
    const made = next.getElementById("lesson");
    if (!answer.ok || !made) { location.assign(path); return; }
    const before = laid();
    lesson().replaceWith(document.adoptNode(made));
    document.title = next.title;
    if (remember) history.pushState(null, "", path);
    lay(before);
    lesson().querySelector(".teacher").scrollTop = 0;
    ready();
  } catch {
    location.assign(path);
  } finally {
    busy = false;
  }
}

document.addEventListener("click", (event) => {
  const step = event.target.closest("a[data-step]");
  if (!step || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  go(step.getAttribute("href"), true);
});

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.repeat || event.target.closest("input, select, summary")) return;
  const step = [...lesson().querySelectorAll("[data-key]")].find((one) => one.dataset.key.toLowerCase() === event.key.toLowerCase());
  if (!step) return;
  event.preventDefault();
  go(step.getAttribute("href"), true);
});

addEventListener("popstate", () => go(location.pathname + location.search, false));

lay(new Map());
ready();
