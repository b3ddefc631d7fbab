// The keypad of a table with real cards, link only. It holds no state of its own but the cards that somebody is entering:
// what it shows comes from the record, and a touch says on which state it was made.

import { cardFace, cardWords } from "../cards.js";
import { send } from "../live.js";
import { dollars } from "../money.js";
import { stackOf } from "../stack.js";
import { allOf, ask, isOpen } from "../staff/keypad-panel.js";
import { byId, make } from "../make.js";

const LOOK_EVERY_MS = 1000;
const MEANS_ANOTHER_MS = 600;
let page = JSON.parse(byId("page").textContent);
let touches = Promise.resolve();
let waiting = 0;
let second = "";
let cards = [];
let suit = "h";

const say = (text) => { byId("say").textContent = text; };

function show(id, text) {
  const element = byId(id);
  element.hidden = !text;
  if (element.textContent !== text) element.textContent = text;
}

function render() {
  document.body.dataset.seen = page.seen;
  byId("meters").textContent = page.meters.map(([level, amount]) => `${level} ${amount}`).join(" · ");
  byId("round").textContent = page.round;
  if (byId("step").textContent !== page.step) byId("step").textContent = page.step;
  show("warning", page.warning);
  show("refused", page.refused);
  const handling = byId("handling");
  handling.hidden = !page.handling.length;
  if (handling.dataset.said !== JSON.stringify(page.handling)) {
    handling.dataset.said = JSON.stringify(page.handling);
    handling.replaceChildren(...page.handling.map((words) => make("li", {}, words)));
  }
  renderSeats();
  renderMain();
  drawPads(byId("hands"), page.hands, (key) => touch({ step: "button", button: key.button }));
  byId("claim-box").hidden = !page.waits;
  byId("claim").textContent = page.claim;
  drawPads(byId("second"), page.second, verify);
  byId("void").disabled = !page.round;
  byId("pays-box").hidden = !page.pays.length;
  byId("pays").replaceChildren(...page.pays.map((pay) => make("li", {}, stackOf(pay.cents), make("span", {}, `Seat ${pay.seat}, ${pay.words} `, make("b", { class: "money" }, dollars(pay.cents))))));
  if (!page.waits) second = "";
}

function renderSeats() {
  const place = byId("seats");
  page.seats.forEach((seat, i) => {
    let key = place.children[i];
    if (!key) {
      key = make("button", { type: "button", class: "seat-key", onclick: () => touchSeat(seat.number) }, make("b", {}, String(seat.number)), make("span", {}));
      place.append(key);
    }
    key.classList.toggle("present", seat.present);
    key.classList.toggle("accepted", seat.accepted);
    key.classList.toggle("picked", seat.picked);
    key.setAttribute("aria-pressed", String(page.round ? seat.picked : seat.present));
    key.setAttribute("aria-label", `Seat ${seat.number}${seat.words ? `, ${seat.words}` : ""}${seat.picked ? ", selected" : ""}`);
    key.children[1].textContent = seat.picked ? "selected" : seat.words;
  });
  byId("again").disabled = !page.again.length;
  byId("again").textContent = page.again.length ? `As last time: ${page.again.join(", ")}` : "As last time";
}

function renderMain() {
  const key = byId("main-key");
  // Who taps twice must not press the key that has come into the place of the first.
  if (key.dataset.step !== page.main.step) key.changed = performance.now();
  key.dataset.step = page.main.step;
  key.classList.toggle("lit", page.main.lit);
  key.setAttribute("aria-disabled", String(!page.main.lit));
  key.children[0].textContent = page.main.label;
  key.children[1].textContent = page.main.lit ? "" : page.main.why;
}

// Keys are redrawn in place: a key that is replaced under a finger never hears of the press.
function drawPads(place, keys, whenPressed) {
  while (place.children.length > keys.length) place.lastElementChild.remove();
  keys.forEach((key, i) => {
    let pad = place.children[i];
    if (!pad) {
      pad = make("button", { type: "button", class: "pad" }, make("span", { class: "pad-label" }), make("span", { class: "pad-why" }));
      pad.addEventListener("click", (event) => { if (event.detail < 2) pressed(pad.key, whenPressed); });
      place.append(pad);
    }
    pad.key = key;
    pad.classList.toggle("lit", key.lit);
    pad.classList.toggle("on", key.on);
    pad.setAttribute("aria-disabled", String(!key.lit));
    pad.setAttribute("aria-pressed", String(key.on));
    pad.title = key.lit ? "" : key.why || "";
    pad.children[0].textContent = key.label;
    pad.children[1].textContent = key.on ? "on; again: off" : "";
  });
}

function pressed(key, whenPressed) {
  if (key.lit) whenPressed(key);
  else say(`${key.label}: ${key.why}`);
}

// One touch after the other: each is made on what the one before has left, and the answer is the newest state.
function touch(what, { seen = null } = {}) {
  waiting += 1;
  const done = touches.then(async () => {
    say("");
    const body = typeof what === "function" ? what() : what;
    const answer = await send(`/api/staff/link-tables/${page.table}`, { ...body, seen: seen || page.seen });
    waiting -= 1;
    if (answer.error) {
      await refresh();
      if (!isOpen()) say(answer.error);
    } else {
      page = answer;
      render();
    }
    return answer;
  });
  touches = done.catch(() => {});
  return done;
}

function touchSeat(number) {
  if (page.round) {
    touch({ step: "button", button: `seat ${number}` });
    return;
  }
  touch(() => {
    const on = page.seats.filter((seat) => seat.present).map((seat) => seat.number);
    return { step: "chips", seats: on.includes(number) ? on.filter((seat) => seat !== number) : [...on, number] };
  });
}

byId("again").addEventListener("click", () => touch({ step: "chips", seats: page.again }));

byId("main-key").addEventListener("click", (event) => {
  const key = event.currentTarget;
  if (event.detail > 1 || key.underway || performance.now() - (key.changed || 0) < MEANS_ANOTHER_MS) return;
  if (!page.main.lit) {
    say(`${page.main.label}: ${page.main.why}`);
    return;
  }
  key.underway = true;
  touch({ step: page.main.step }).finally(() => { key.underway = false; });
});

// What a second person does. The panel was opened on one state: if another keypad was faster, it is refused.
function verify(key) {
  const seen = page.seen, entering = page.slots.length > 0;
  byId("panel-cards").hidden = !entering;
  byId("panel").classList.toggle("with-cards", entering);
  if (entering) begin();
  const words = `${page.claim} A supervisor or an executive, who did not press the hand.`;
  const signed = async (who) => {
    if (entering && !page.enough.includes(cards.length)) return { error: `${cards.length} cards are entered; ${page.enough.join(" or ")} are needed.` };
    return remembered(who, await touch({ step: "button", button: key.button, cards: cards.join(" "), ...who }, { seen }));
  };
  const isLit = () => page.second.some((pad) => pad.button === key.button && pad.lit);
  ask({ title: key.label, words, name: second, all: allOf(key, page, page.second, signed, isLit, say), then: signed });
  if (entering) document.activeElement.blur();
}

function remembered(who, answer) {
  if (!answer.error && !who.badge.includes(".")) second = who.badge;
  return answer;
}

byId("refuse").addEventListener("click", () => {
  const seen = page.seen;
  byId("panel-cards").hidden = true;
  byId("panel").classList.remove("with-cards");
  const words = `${page.claim} It goes back to the table. A supervisor or an executive.`;
  ask({ title: "Refuse the claim", words, why: "", name: second, then: async (who, why) => remembered(who, await touch({ step: "button", button: `refuse ${why}`, ...who }, { seen })) });
});

byId("void").addEventListener("click", () => {
  const seen = page.seen;
  byId("panel-cards").hidden = true;
  byId("panel").classList.remove("with-cards");
  const words = `Every progressive wager of ${page.round} goes back, and out of the meters. A supervisor or an executive.`;
  ask({ title: "Void the game", words, why: "", then: (who, why) => touch({ step: "void", why, ...who }, { seen }) });
});

// The picture of the deck: one touch a card. On a phone the suit comes first, then its thirteen cards.
const RANKS = "AKQJT98765432", SUITS = { h: "♥", d: "♦", s: "♠", c: "♣" };

function begin() {
  cards = [];
  byId("typed").value = "";
  if (!byId("deck-picture").children.length) drawDeck();
  drawEntered();
}

function drawDeck() {
  const suits = make("div", { class: "suits", role: "group", "aria-label": "Suits" });
  for (const [letter, pip] of Object.entries(SUITS)) {
    suits.append(make("button", { type: "button", "data-suit": letter, onclick: () => { suit = letter; drawEntered(); } }, pip));
  }
  const deck = make("div", { class: "deck-cards", role: "group", "aria-label": "The deck" });
  for (const letter of Object.keys(SUITS)) {
    for (const rank of RANKS) {
      const card = rank + letter, face = cardFace(card);
      face.setAttribute("aria-hidden", "true");
      deck.append(make("button", { type: "button", class: "deck-card", "data-card": card, "aria-label": cardWords(card), onclick: () => enter(card) }, face));
    }
  }
  byId("deck-picture").append(suits, deck);
}

function enter(card) {
  if (cards.includes(card)) cards = cards.filter((one) => one !== card);
  else if (cards.length < Math.max(...page.enough)) cards = [...cards, card];
  byId("typed").value = "";
  drawEntered();
}

byId("typed").addEventListener("input", () => {
  const letters = byId("typed").value.replace(/\s|10/g, (found) => (found === "10" ? "T" : ""));
  cards = (letters.match(/../g) || []).map((pair) => pair[0].toUpperCase() + pair[1].toLowerCase());
  drawEntered();
});
// Enter in this field would send the form before anybody has signed.
byId("typed").addEventListener("keydown", (event) => {
  if (event.key !== "Enter") return;
  event.preventDefault();
  byId("panel-badge").focus();
});

function drawEntered() {
  byId("slots").replaceChildren(...page.slots.map((words, i) => {
    const slot = make("li", { class: cards[i] ? "filled" : "" });
    const known = /^[AKQJT2-9][hdsc]$/.test(cards[i] || "");
    slot.append(known ? cardFace(cards[i]) : make("span", { class: "empty" }, cards[i] || ""), make("span", { class: "slot-words" }, words));
    return slot;
  }));
  for (const key of document.querySelectorAll(".deck-card")) {
    key.setAttribute("aria-pressed", String(cards.includes(key.dataset.card)));
    key.classList.toggle("of-suit", key.dataset.card[1] === suit);
  }
  for (const key of document.querySelectorAll("[data-suit]")) key.setAttribute("aria-pressed", String(key.dataset.suit === suit));
}

async function refresh() {
  try {
    const answer = await fetch(`/staff/link-keypad/${page.table}`, { headers: { accept: "application/json" } });
    byId("offline").hidden = answer.ok;
    if (answer.status === 401) location.assign("/sign-in");
    if (!answer.ok) return;
    page = await answer.json();
    render();
  } catch {
    byId("offline").hidden = false;
  }
}

async function look() {
  if (!document.hidden && !waiting && !isOpen()) await refresh();
  setTimeout(look, LOOK_EVERY_MS);
}

render();
setTimeout(look, LOOK_EVERY_MS);
