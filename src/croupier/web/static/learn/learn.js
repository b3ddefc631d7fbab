// The school's pages: cards drawn, practice counted in this browser, a clock that hands in, printing, focus on what is new.

import { cardFace } from "../cards.js";
import { browserStorage } from "../storage.js";

for (const place of document.querySelectorAll("[data-cards]")) {
  place.replaceChildren(...place.dataset.cards.split(" ").filter(Boolean).map(cardFace));
}

// A table to settle is laid out as its dealer has it.
const tables = document.querySelectorAll(".acts[data-felt]");
if (tables.length) import("./dealers_felt.js").then(({ feltInForm }) => tables.forEach(feltInForm));

const KEPT = "dealer-school";
const kept = () => browserStorage.read(KEPT) || {};

// One question counts once, however often its verdict is looked at.
function count(chapter, right, mark) {
  const all = kept();
  const mine = all[chapter] || { right: 0, of: 0, last: "" };
  if (mine.last !== mark) all[chapter] = { right: mine.right + (right ? 1 : 0), of: mine.of + 1, last: mark };
  browserStorage.write(KEPT, all);
}

const words = (mine) => `${mine.right} of ${mine.of} practised right`;
const page = document.querySelector(".school[data-chapter]");
const verdict = document.getElementById("verdict");
if (page && verdict) count(page.dataset.chapter, verdict.dataset.right === "yes", verdict.dataset.mark);
if (page && document.querySelector(".tally") && kept()[page.dataset.chapter]) document.querySelector(".tally").textContent = `${words(kept()[page.dataset.chapter])} in this browser.`;
for (const row of document.querySelectorAll(".chapters [data-chapter]")) {
  const mine = kept()[row.dataset.chapter];
  if (mine) row.querySelector(".practised").textContent = words(mine);
}

// What has just been said is read first, and Enter goes on from there.
const said = verdict || document.getElementById("outcome");
if (said) {
  said.scrollIntoView({ block: "center" });
  (document.getElementById("next") || said).focus({ preventScroll: true });
}

// An amount that is typed means that something moves; a push has none.
document.addEventListener("input", (event) => {
  const slot = event.target.closest(".slot");
  if (!slot || event.target.tagName !== "INPUT") return;
  const verb = slot.querySelector("select");
  if (event.target.value && !verb.value) verb.value = "pay";
});

const clock = document.getElementById("clock");
if (clock && clock.dataset.left) {
  const until = Date.now() + Number(clock.dataset.left) * 1000;
  const tick = () => {
    const left = Math.max(0, Math.round((until - Date.now()) / 1000));
    clock.textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")} left`;
    if (left) setTimeout(tick, 500);
    else document.getElementById("exam").submit();
  };
  tick();
}

// What is folded away on the screen belongs on paper.
addEventListener("beforeprint", () => { for (const details of document.querySelectorAll("details")) details.open = true; });
const print = document.getElementById("print");
if (print) print.addEventListener("click", () => window.print());
