// A round, step by step, with all its cards.

import { layCards } from "../cards.js";
import { dollars } from "../money.js";

const byId = (id) => document.getElementById(id);
const page = JSON.parse(byId("page").textContent);
let at = page.steps.length - 1;

for (const seat of page.seats) {
  const place = document.createElement("div");
  place.className = "place";
  const name = document.createElement("div");
  const row = page.rows.find((row) => row.number === seat.number && !row.bank);
  name.className = "name";
  name.textContent = row && row.name ? `Seat ${seat.number} · ${row.name}` : `Seat ${seat.number}`;
  const cards = document.createElement("div");
  cards.className = "cards";
  const status = document.createElement("div");
  status.className = "money";
  const hand = document.createElement("div");
  hand.className = "hand";
  place.append(name, cards, status, hand);
  place.dataset.seat = seat.number;
  byId("places").append(place);
}

function show() {
  const step = page.steps[at];
  const dealt = step.dealt;
  layCards(byId("dealer-cards"), dealt ? (page.dealer || Array(page.felt.dealer).fill(null)).map((card, i) => (step.dealer || i >= page.felt.dealer - page.felt.up ? card : null)) : [], page.deck_colour);
  layCards(byId("board-cards"), dealt ? page.board.map((card, i) => (i < step.board ? card : null)) : [], page.deck_colour);
  for (const seat of page.seats) {
    const place = document.querySelector(`[data-seat="${seat.number}"]`);
    layCards(place.children[1], dealt ? seat.cards || Array(page.felt.own).fill(null) : [], page.deck_colour);
    const bets = step.bets[seat.number];
    place.children[2].textContent = bets ? dollars(bets) : "";
    // A hand is named when all its cards lie open.
    place.children[3].textContent = step.dealer || step.board === page.felt.board ? seat.hand || "" : "";
  }
  byId("step-text").textContent = `${at + 1} of ${page.steps.length}: ${step.text}`;
  byId("back").disabled = byId("first").disabled = at === 0;
  byId("next").disabled = byId("end").disabled = at === page.steps.length - 1;
}

const go = (to) => { at = Math.max(0, Math.min(page.steps.length - 1, to)); show(); };
byId("first").addEventListener("click", () => go(0));
byId("back").addEventListener("click", () => go(at - 1));
byId("next").addEventListener("click", () => go(at + 1));
byId("end").addEventListener("click", () => go(page.steps.length - 1));
addEventListener("keydown", (event) => {
  if (event.key === "ArrowLeft") go(at - 1);
  if (event.key === "ArrowRight") go(at + 1);
});

byId("print").addEventListener("click", () => print());

byId("copy").addEventListener("click", async () => {
  try {
    await navigator.clipboard.writeText(page.notation);
    byId("copied").textContent = "Copied.";
  } catch {
    getSelection().selectAllChildren(byId("notation"));
    byId("copied").textContent = "Selected; press Ctrl-C.";
  }
});
show();
