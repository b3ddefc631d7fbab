// A decision on a piece of felt: its cards, the choices with their keys, and what each of them is worth.

import { cardWords, layCards } from "../cards.js";
import { byId } from "../make.js";
import { made, valuesTable } from "../table/review.js";
import { actionWords } from "../table/words.js";

export const capital = (words) => words.slice(0, 1).toUpperCase() + words.slice(1);

// What lies there, for whoever hears the page.
export function cardsInWords(one) {
  const places = [["You hold", one.own], ["Board", one.board], ["The dealer shows", one.up], ["The others hold", one.seen]];
  return places.filter(([, cards]) => cards?.length).map(([where, cards]) => `${where}: ${cards.map(cardWords).join(", ")}.`).join(" ");
}

export function mark(element, current) {
  if (current) element.setAttribute("aria-current", "true");
  else element.removeAttribute("aria-current");
}

export function lay(one) {
  layCards(byId("own"), one.own);
  for (const where of ["board", "up", "seen"]) {
    const place = byId(`${where}-place`);
    if (!place) continue; // a position that is put to others has nobody else's cards
    layCards(byId(where), one[where]);
    place.hidden = !one[where].length;
  }
  byId("made").textContent = capital(one.hand);
}

export function offer(buttons, choose) {
  byId("choices").replaceChildren(...buttons.map(({ action, key }) => {
    const button = made("button", "", made("kbd", "", key.toUpperCase()), ` ${actionWords(action)}`);
    button.type = "button";
    button.dataset.choice = action;
    button.setAttribute("aria-keyshortcuts", key);
    button.addEventListener("click", () => choose(action));
    return button;
  }));
}

// What became of a choice: its own value, how far it is from the best, and the value of every other.
export function tell(choices, chosen, best, unit, rule, called, then = "") {
  const one = choices.find((choice) => choice.choice === chosen);
  const worth = `${one.worth} ${unit}${one.money ? `, ${one.money}` : ""}`;
  const words = one.best ? `worth ${worth}.` : `worth ${worth}, less than to ${best} by ${one.less}.`;
  say(one.best, [made("p", "word", made("b", "", one.best ? "Best." : "Not the best."), ` ${capital(one.words)} is ${words}${then}`), valuesTable(choices, unit, called), made("p", "muted rule", capital(rule))]);
  for (const button of byId("choices").children) mark(button, button.dataset.choice === chosen);
}

export function say(right, inside) {
  const says = byId("says");
  says.className = `said ${right === null ? "" : right ? "right" : "wrong"}`;
  says.replaceChildren(...inside);
  says.hidden = !inside.length;
}

// The keys that stand on the buttons press them, wherever the focus is but in a form.
addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, textarea, select")) return;
  const key = event.key.toLowerCase();
  const button = [...document.querySelectorAll(".stage [aria-keyshortcuts]")].find((one) => one.getAttribute("aria-keyshortcuts").toLowerCase() === key);
  if (!button || button.disabled || button.closest("[hidden]")) return;
  event.preventDefault();
  button.click();
});
