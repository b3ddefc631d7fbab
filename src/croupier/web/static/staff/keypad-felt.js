// The table beside the keys: seats with their clocks, the task with its cards, the two decks.

import { cardBack, layCards, PLACE } from "../cards.js";
import { byId } from "../make.js";
import { dollars, signed } from "../money.js";

let seatsDrawn = "", taskDrawn = "", decksDrawn = "";
let deadline = null, clockMs = 0;
let held = false, waiting = null; // a key that is replaced under a finger never hears of the press: while one is down, no seat is drawn

export function make(tag, className, text) {
  const element = document.createElement(tag);
  if (className) element.className = className;
  if (text !== undefined) element.textContent = text;
  return element;
}

// Only what has changed is drawn again.
export function drawTable(page) {
  const round = page.round || {};
  const colour = round.deck_colour || "blue";
  const entered = page.entry && round.dealt ? Object.fromEntries(page.entry.places.map((one) => [one.place, one.cards])) : {};
  const board = entered.board || round.board || [];
  layCards(byId("dealer-cards"), round.dealt ? dealerCards(page, entered.dealer) : [], colour);
  layCards(byId("board-cards"), round.dealt ? [...board, ...Array(page.table.felt.board - board.length).fill(page.table.lays_board ? null : PLACE)] : [], colour);
  byId("dealer-hand").textContent = round.dealer_hand || "";
  deadline = page.deadline_ms === null ? null : performance.now() + page.deadline_ms - page.now_ms;
  clockMs = 1000 * (page.table.clock_s || 0);
  if (!page.entry) drawSeats(page, round);
  drawTask(page, colour);
  drawDecks(page);
}

// Of a real deck those that are known; with the others they make the dealer's hand.
function dealerCards(page, entered) {
  const size = page.table.felt.dealer;
  if (entered) return [...entered, ...Array(size - entered.length).fill(null)];
  return page.round.dealer || Array(size).fill(null);
}

addEventListener("pointerdown", () => { held = true; }, true);
for (const up of ["pointerup", "pointercancel"]) addEventListener(up, () => setTimeout(() => { held = false; if (waiting) drawSeats(waiting, waiting.round || {}); }), true);

function drawSeats(page, round) {
  waiting = held ? page : null;
  if (held) return;
  const seats = JSON.stringify([page.seats, page.waiting_for, page.here, page.by_clock, round.dealt, deadline === null, page.by_name]);
  if (seats !== seatsDrawn) byId("seats").replaceChildren(...page.seats.map((seat) => seatCard(page, seat)));
  seatsDrawn = seats;
}

function drawTask(page, colour) {
  const task = byId("task"), told = page.instruction, drawn = JSON.stringify(told);
  task.hidden = !told;
  if (!told || drawn === taskDrawn) return;
  taskDrawn = drawn;
  task.replaceChildren(...taskParts(told, colour, Boolean(page.entry)));
}

// What is done at one place: its heading, the cards that are turned there, and what is taken, paid and left, where chips are real as chips.
export function taskParts(told, colour, withChips) {
  const list = make("ul", "chores");
  for (const chore of told.chores) {
    const row = make("li", `chore ${chore.verb}${chore.lit ? " lit" : ""}`);
    row.append(make("b", "", chore.verb.toUpperCase()), make("span", "", chore.felt), make("span", "money", chore.amount));
    if (withChips && chore.chips.length) row.append(chipRow(chore.chips));
    row.append(make("span", "muted", chore.reason));
    list.append(row);
  }
  const cards = make("div", "cards");
  layCards(cards, told.cards, colour);
  return [make("h2", "", told.heading), ...(told.cards.length ? [cards] : []), list];
}

function chipRow(chips) {
  const row = make("span", "chip-row");
  for (const chip of chips) {
    const stack = make("span", "chip-stack");
    stack.append(make("span", "", `${chip.number} ×`), make("span", `chip-dot c${chip.value}`, chip.label));
    row.append(stack);
  }
  return row;
}

function drawDecks(page) {
  const drawn = JSON.stringify(page.decks);
  if (drawn === decksDrawn) return;
  decksDrawn = drawn;
  byId("decks").replaceChildren(...page.decks.map((deck) => {
    const shown = make("span", "deck"), back = cardBack(deck.colour);
    back.setAttribute("aria-hidden", "true");
    back.removeAttribute("role");
    back.removeAttribute("aria-label");
    shown.append(back, make("span", "", `${deck.colour} ${deck.where}`));
    return shown;
  }));
}

function seatCard(page, seat) {
  const mine = page.by_name ? page.by_name.seats.find((one) => one.number === seat.number && one.taken) : null;
  return mine ? byNameCard(page, seat, mine) : placeOf(page, seat);
}

// A seat for which the dealer acts: its name opens its bets and chips, its cards are shown to its player, and it has the keys of what it may do.
function byNameCard(page, seat, mine) {
  const round = page.round || {}, card = make("div", `place by-name${page.waiting_for.includes(seat.number) ? " due" : ""}`);
  const head = make("div", "head"), name = make("button", "name", `${seat.number} · ${mine.name || "no name"}`);
  [name.type, name.title, name.dataset.panel] = ["button", "Bets and chips of this seat", seat.number];
  head.append(name, make("span", "stack money", dollars(mine.stack)));
  card.append(head);
  const lying = make("div", "lying"), words = make("div", "words");
  if (seat.stakes && round.dealt) lying.append(cardsOf(page, seat));
  words.append(make("div", "state", stateOf(page, seat)), make("div", "bets-line", seat.stakes ? betsOf(page.table.spots, { ...seat.stakes, ...seat.raised }) : mine.bets));
  lying.append(words);
  if (lying.textContent || seat.stakes) card.append(lying);
  const keys = make("div", "touches");
  if (page.by_name.betting) keys.append(key("Bets", { panel: seat.number }));
  keys.append(...mine.keys.map((one) => key(one.label, { order: one.order }, one.says)));
  if (keys.childElementCount) card.append(keys);
  return card;
}

// Face down they are a key: the dealer turns the keypad to the player, who has no page of their own.
function cardsOf(page, seat) {
  const cards = make(seat.cards ? "div" : "button", seat.cards ? "cards" : "cards peek");
  if (!seat.cards) {
    [cards.type, cards.dataset.cards] = ["button", seat.number];
    cards.setAttribute("aria-label", `Show seat ${seat.number} its cards`);
  }
  layCards(cards, seat.cards || Array(page.table.felt.own).fill(null), page.round.deck_colour);
  return cards;
}

// A key of a seat; whoever listens to the seats knows what it asks for.
function key(label, data, says = "") {
  const made = make("button", "touch");
  made.type = "button";
  Object.assign(made.dataset, data);
  made.append(make("span", "", label));
  if (says) made.append(make("span", "says money", says));
  return made;
}

function placeOf(page, seat) {
  const round = page.round || {};
  const due = page.waiting_for.includes(seat.number), here = page.here.includes(seat.number);
  const card = make("div", `place${due ? " due" : ""}`);
  const head = make("div", "head");
  const name = make("span", "name", `${seat.number} · ${seat.name || "empty"}`);
  name.title = seat.name || "";
  head.append(name, make("span", here ? "link here" : "link away", here ? "here" : "away"));
  card.append(head);
  const timed = due && deadline !== null;
  if (!seat.stakes && !timed) return card;
  const cards = make("div", "cards");
  layCards(cards, seat.stakes && round.dealt ? seat.cards || Array(page.table.felt.own).fill(null) : [], round.deck_colour || "blue");
  const lying = make("div", "lying");
  lying.append(cards, timed ? clock(seat.number) : make("div", "state", stateOf(page, seat)));
  card.append(lying);
  if (seat.stakes) card.append(make("div", "bets-line", betsOf(page.table.spots, { ...seat.stakes, ...seat.raised })));
  return card;
}

function stateOf(page, seat) {
  const clocked = page.by_clock.includes(seat.number) ? " by the clock" : "";
  return seat.outcome ? `${seat.outcome === "none" ? "side bet" : seat.outcome}, ${signed(seat.net + seat.meter_paid)}` : seat.decision ? `${seat.decision}${clocked}` : "";
}

// What lies on the spots; neighbours with the same amount are said together, as Ante and Blind are.
function betsOf(spots, down) {
  const groups = [];
  for (const { key, felt } of spots.filter((spot) => down[spot.key])) {
    const last = groups.at(-1);
    if (last && last.cents === down[key]) last.felts.push(felt);
    else groups.push({ felts: [felt], cents: down[key] });
  }
  return groups.map(({ felts, cents }) => `${felts.join(", ")}\u00a0${dollars(cents)}`).join(" · ");
}

function clock(seat) {
  const row = make("div", "clock"), bar = make("progress", "");
  bar.max = clockMs;
  bar.setAttribute("aria-label", `Time left to seat ${seat}`);
  row.append(bar, make("span", "money seconds"));
  return row;
}

// The clocks run on by themselves between two states of the table.
export function secondsLeft() {
  return deadline === null ? null : Math.max(0, deadline - performance.now()) / 1000;
}

function tick() {
  const left = secondsLeft();
  for (const row of document.querySelectorAll(".clock")) {
    row.firstElementChild.value = 1000 * (left || 0);
    row.lastElementChild.textContent = left === null ? "" : `${Math.ceil(left)} s`;
  }
  requestAnimationFrame(tick);
}
tick();
