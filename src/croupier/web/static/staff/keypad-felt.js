// The table beside the keys: seats with their clocks, the task with its cards, the two decks.

import { cardBack, layCards } from "../cards.js";
import { dollars, signed } from "../money.js";

const byId = (id) => document.getElementById(id);
let seatsDrawn = "", taskDrawn = "", decksDrawn = "";
let deadline = null, clockMs = 0;

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
  const board = round.board || [];
  layCards(byId("dealer-cards"), round.dealt ? round.dealer || Array(page.table.felt.dealer).fill(null) : [], colour);
  layCards(byId("board-cards"), round.dealt ? [...board, ...Array(page.table.felt.board - board.length).fill(null)] : [], colour);
  byId("dealer-hand").textContent = round.dealer_hand || "";
  deadline = page.deadline_ms === null ? null : performance.now() + page.deadline_ms - page.now_ms;
  clockMs = 1000 * (page.table.clock_s || 0);
  const seats = JSON.stringify([page.seats, page.waiting_for, page.here, page.by_clock, round.dealt, deadline === null]);
  if (seats !== seatsDrawn) byId("seats").replaceChildren(...page.seats.map((seat) => seatCard(page, seat)));
  seatsDrawn = seats;
  drawTask(page, colour);
  drawDecks(page);
}

function drawTask(page, colour) {
  const task = byId("task"), told = page.instruction, drawn = JSON.stringify(told);
  task.hidden = !told;
  if (!told || drawn === taskDrawn) return;
  taskDrawn = drawn;
  const list = make("ul", "chores");
  for (const chore of told.chores) {
    const row = make("li", `chore ${chore.verb}`);
    row.append(make("b", "", chore.verb.toUpperCase()), make("span", "", chore.felt), make("span", "money", chore.amount), make("span", "muted", chore.reason));
    list.append(row);
  }
  const cards = make("div", "cards");
  layCards(cards, told.cards, colour);
  task.replaceChildren(make("h2", "", told.heading), ...(told.cards.length ? [cards] : []), list);
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
  const round = page.round || {};
  const due = page.waiting_for.includes(seat.number), here = page.here.includes(seat.number);
  const card = make("div", `place${due ? " due" : ""}`);
  const head = make("div", "head");
  head.append(make("span", "name", `${seat.number} · ${seat.name || "empty"}`), make("span", here ? "link here" : "link away", here ? "here" : "away"));
  card.append(head);
  if (due && deadline !== null) card.append(clock(seat.number));
  if (seat.stakes) {
    const cards = make("div", "cards");
    layCards(cards, round.dealt ? seat.cards || Array(page.table.felt.own).fill(null) : [], round.deck_colour || "blue");
    const down = { ...seat.stakes, ...seat.raised };
    const bets = page.table.spots.filter((spot) => down[spot.key]).map((spot) => `${spot.felt} ${dollars(down[spot.key])}`);
    const clocked = page.by_clock.includes(seat.number) ? " by the clock" : "";
    const state = seat.outcome ? `${seat.outcome === "none" ? "side bet" : seat.outcome}, ${signed(seat.net)}` : seat.decision ? `${seat.decision}${clocked}` : "";
    const words = make("div", "words");
    words.append(make("div", "bets", bets.join(", ")), make("div", "state", state));
    const lying = make("div", "lying");
    lying.append(cards, words);
    card.append(lying);
  }
  return card;
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
