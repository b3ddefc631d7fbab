// A round, step by step, with all its cards.

import { layCards, lightCards } from "../cards.js";
import { byId } from "../make.js";
import { dollars } from "../money.js";
import { review } from "./review.js";

const page = JSON.parse(byId("page").textContent);
// Who was there knows how it began; who has a link to it goes through it from the start.
let at = page.share && !page.table ? 0 : page.steps.length - 1;
const verdicts = new Map();
const shade = (one) => (one.right ? "right" : one.mistake ? "wrong" : "");

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
  const why = document.createElement("div");
  why.className = "why";
  place.append(name, cards, status, hand, why);
  place.dataset.seat = seat.number;
  byId("places").append(place);
}

// The film: one mark a step, so that the decisions are found, and what they were worth is seen at a glance.
const frames = page.steps.map((step, i) => {
  const item = document.createElement("li");
  const button = document.createElement("button");
  button.type = "button";
  button.dataset.decision = step.decision || "";
  button.addEventListener("click", () => go(i));
  item.append(button);
  byId("film").append(item);
  return button;
});

function show() {
  const step = page.steps[at];
  const dealt = step.dealt;
  layCards(byId("dealer-cards"), dealt ? (page.dealer || Array(page.felt.dealer).fill(null)).map((card, i) => (step.dealer || i >= page.felt.dealer - page.felt.up ? card : null)) : [], page.deck_colour);
  layCards(byId("board-cards"), dealt ? page.board.map((card, i) => (i < step.board ? card : null)) : [], page.deck_colour);
  byId("dealer-hand").textContent = step.dealer ? page.dealer_hand : "";
  for (const seat of page.seats) {
    const place = document.querySelector(`[data-seat="${seat.number}"]`);
    layCards(place.children[1], dealt ? seat.cards || Array(page.felt.own).fill(null) : [], page.deck_colour);
    const bets = step.bets[seat.number];
    place.children[2].textContent = bets ? dollars(bets) : "";
    // A hand is named when all its cards lie open.
    place.children[3].textContent = step.dealer || step.board === page.felt.board ? seat.hand || "" : "";
  }
  showdown(step);
  byId("step-text").textContent = `${at + 1} of ${page.steps.length}: ${step.text}`;
  const judged = verdicts.get(step.decision);
  const says = byId("step-verdict");
  says.hidden = !judged;
  says.className = judged ? shade(judged) : "";
  says.textContent = judged ? `${judged.verdict[0].toUpperCase()}${judged.verdict.slice(1)}.` : "";
  frames.forEach((frame, i) => {
    const mine = verdicts.get(page.steps[i].decision);
    frame.className = mine ? shade(mine) : "";
    frame.setAttribute("aria-label", `Step ${i + 1}: ${page.steps[i].text}${mine ? ` ${mine.verdict}` : ""}`);
    frame.toggleAttribute("aria-current", i === at);
  });
  byId("back").disabled = byId("first").disabled = at === 0;
  byId("next").disabled = byId("end").disabled = at === page.steps.length - 1;
}

// From the showdown on: the cards that play are lit, in each hand, and a sentence under it says who won and by what.
const comparesHands = (seat) => Boolean(seat.outcome && seat.outcome !== "none" && seat.cards);
function showdown(step) {
  const over = step.dealt && (page.felt.dealer ? step.dealer : step.board === page.felt.board) && !page.void_reason;
  const dealers = over && page.dealer_plays.length ? { dealers: page.dealer_plays } : {};
  lightCards(byId("dealer-cards"), dealers);
  const mine = page.seats.find((seat) => seat.you) || (page.seats.length === 1 ? page.seats[0] : null);
  lightCards(byId("board-cards"), over && mine && comparesHands(mine) ? { yours: mine.plays, ...dealers } : dealers);
  for (const seat of page.seats) {
    const place = document.querySelector(`[data-seat="${seat.number}"]`);
    lightCards(place.children[1], over && comparesHands(seat) ? { yours: seat.plays } : {});
    const row = page.rows.find((one) => one.number === seat.number && !one.bank);
    place.children[4].textContent = over && row ? row.why : "";
  }
}

const go = (to) => { at = Math.max(0, Math.min(page.steps.length - 1, to)); show(); };
byId("first").addEventListener("click", () => go(0));
byId("back").addEventListener("click", () => go(at - 1));
byId("next").addEventListener("click", () => go(at + 1));
byId("end").addEventListener("click", () => go(page.steps.length - 1));
addEventListener("keydown", (event) => {
  if (event.target.closest("input, textarea, select")) return;
  if (event.key === "ArrowLeft") go(at - 1);
  if (event.key === "ArrowRight") go(at + 1);
});

// `#decision-2` opens the film at the second decision of the round.
function goToDecision(number, move) {
  const step = page.steps.findIndex((step) => step.decision === number);
  if (step < 0) return;
  go(step);
  if (move) byId("step-text").scrollIntoView({ block: "center" });
}
const asked = () => {
  const found = /^#decision-(\d+)$/.exec(location.hash);
  if (found) goToDecision(Number(found[1]), true);
};
addEventListener("hashchange", asked);

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
asked();
if (page.decisions) {
  review(page, (made) => {
    for (const one of made) verdicts.set(one.number, one);
    show();
  });
}
