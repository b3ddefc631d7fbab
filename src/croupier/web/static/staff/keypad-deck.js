// The deck to touch: every card of the game, of which those that lie somewhere are dim and say where; on a phone suit, then rank. A wrong card is corrected by
// touching it, then the right one, then why.

import { JOKER, cardWords } from "../cards.js";
import { byId } from "../make.js";
import { make } from "./keypad-felt.js";

const RANKS = [..."AKQJT98765432"], SUITS = { s: "♠", h: "♥", d: "♦", c: "♣" };
const CARD = /^[\s,;]*(?:(JK)|(10|[2-9TJQKA])\s*([cdhs♣♦♥♠]))/i;
let page = null, enter = () => {}, tell = () => {};
let suit = "s", wrong = null, right = null;
let faces = null;

export function drawDeck(now, shown, send, say) {
  [page, enter, tell] = [now, send, say];
  const { entry } = page, lies = lying();
  if (!faces) build();
  if (!entry.dealt || (wrong && !at(wrong.place).includes(wrong.card))) wrong = right = null;
  byId("deck").hidden = !shown;
  byId("correct").hidden = !wrong || !shown;
  byId("deck").classList.toggle("idle-deck", !entry.due && !wrong);
  byId("deck").dataset.suit = suit;
  byId("type-row").hidden = !shown;
  byId("due").textContent = entry.due ? `Enter ${entry.due}` : "No cards are due";
  byId("due").classList.toggle("wanted", Boolean(entry.due));
  for (const [card, face] of faces) {
    const where = lies.get(card);
    const words = `${cardWords(card)}${where ? `, lies at ${where.words}` : ""}`;
    face.classList.toggle("lies", Boolean(where));
    face.classList.toggle("wrong", Boolean(wrong) && wrong.card === card);
    face.classList.toggle("right", right === card);
    if (face.getAttribute("aria-label") !== words) face.setAttribute("aria-label", words);
    face.lastElementChild.textContent = where ? where.place : "";
  }
  for (const one of byId("suits").children) one.setAttribute("aria-pressed", String(one.dataset.suit === suit));
  if (wrong) drawCorrect();
}

const at = (place) => (page.entry.places.find((one) => one.place === place) || { cards: [] }).cards;
const lying = () => new Map(page.entry.places.flatMap((one) => one.cards.map((card) => [card, one])));
const again = () => drawDeck(page, true, enter, tell);

function build() {
  faces = new Map();
  for (const [key, pip] of Object.entries(SUITS)) {
    const choose = make("button", `suit ${key}`, pip);
    choose.type = "button";
    choose.dataset.suit = key;
    choose.setAttribute("aria-label", cardWords(`A${key}`).replace("ace of ", ""));
    choose.addEventListener("click", () => { suit = key; again(); });
    byId("suits").append(choose);
    for (const rank of RANKS) addFace(rank + key, key, rank === "T" ? "10" : rank, pip);
  }
  if (page.cards > 52) addFace(JOKER, "joker", "JOKER", "★");
}

function addFace(card, kind, rank, pip) {
  const face = make("button", `face ${kind}`);
  face.type = "button";
  face.dataset.card = card;
  face.append(make("span", "rank", rank), make("span", "pip", pip), make("span", "where"));
  face.addEventListener("click", () => chosen(card));
  faces.set(card, face);
  byId("faces").append(face);
}

function chosen(card) {
  const where = lying().get(card);
  if (wrong && !where) right = card;
  else if (where) [wrong, right] = wrong && wrong.card === card ? [null, null] : [{ place: where.place, words: where.words, card }, null];
  else {
    faces.get(card).classList.add("lies");
    enter(`cards ${card}`);
    return;
  }
  again();
}

function drawCorrect() {
  const { card, words } = wrong;
  const keys = make("div", "touches");
  const key = (label, act, name = "") => {
    const button = make("button", `touch ${name}`, label);
    button.type = "button";
    button.addEventListener("click", act);
    keys.append(button);
  };
  if (right === null) key("Nothing lies there", () => { right = ""; again(); });
  else for (const reason of page.entry.reasons) key(reason, () => correct(reason), "why");
  key("Leave it", () => { wrong = right = null; again(); });
  const asks = right === null ? "Touch the right card." : `${right === "" ? "Nothing lies there" : `It is the ${cardWords(right)}`}: why?`;
  byId("correct").replaceChildren(make("p", "", `The ${cardWords(card)} at ${words} is wrong. ${asks}`), keys);
}

function correct(reason) {
  const cards = at(wrong.place).map((card) => (card === wrong.card ? right : card)).join("");
  enter(`correct ${wrong.place} ${cards || "none"} ${reason}`);
  wrong = right = null;
  again();
}

// Cards are sent as soon as they are whole, whoever types: a person, or a reader that says it is a keyboard.
const typed = byId("typed");
function take() {
  for (let found; (found = CARD.exec(typed.value)); typed.value = typed.value.slice(found[0].length)) {
    if (found[1]) {
      enter(`cards ${JOKER}`);
      continue;
    }
    const rank = found[2] === "10" ? "T" : found[2].toUpperCase();
    const kind = Object.keys(SUITS).find((key) => key === found[3].toLowerCase() || SUITS[key] === found[3]);
    enter(`cards ${rank}${kind}`);
  }
}
if (typed) {
  typed.addEventListener("input", take);
  byId("type-row").addEventListener("submit", (event) => {
    event.preventDefault();
    take();
    if (typed.value.trim()) tell(`${typed.value.trim()} is no card; want rank then suit, such as Td.`);
    typed.value = "";
  });
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !/^[0-9tjqkacdhs]$/i.test(event.key)) return;
    if (page && page.entry.dealt && !event.target.closest("input, select, textarea, dialog")) typed.focus();
  });
}
