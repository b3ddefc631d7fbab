// A table with real cards: what its players do, seat by seat, entered with a touch.

import { layCards } from "../cards.js";
import { send } from "../live.js";
import { byId } from "../make.js";
import { betsOf, drawBets, naming } from "./keypad-bets.js";
import { drawDeck } from "./keypad-deck.js";
import { make, taskParts } from "./keypad-felt.js";

let page = null;
let tell = () => {}, refresh = async () => {};
let queue = Promise.resolve();
let waiting = 0, next = null, last = "", refused = false;
let held = false, newer = null; // a key that is replaced under a finger never hears of the press: while one is down, nothing is drawn
let looking = "", lookedAt = ""; // what the dealer has asked for below, the deck or the payouts, until something else is due
let seatsDrawn = "", payoutsDrawn = "";

export function watchEntry(house) {
  tell = house.say;
  refresh = house.refresh;
  addEventListener("pointerdown", () => { held = true; }, true);
  for (const up of ["pointerup", "pointercancel"]) addEventListener(up, () => setTimeout(() => { held = false; if (newer) drawEntry(newer); }), true);
  byId("swap").addEventListener("click", () => { looking = showsDeck() ? "payouts" : "deck"; redraw(); });
}

// Touches may come faster than answers: each is sent on the state that the one before it leaves. With one that is refused those behind it are dropped,
// for they were meant for another state. The same touch counts once until the table shows what it did.
export function enter(words) {
  if (page.entry.waits) return tell(page.entry.waits);
  if (words === last) return;
  if (!waiting) refused = false;
  const version = next === null ? page.version : next;
  [next, last] = [version + 1, words];
  waiting += 1;
  tell("");
  queue = queue.then(() => sent(words, version));
}

async function sent(words, version) {
  if (!refused) {
    const answer = await send(`/api/staff/tables/${page.table.id}/orders`, { order: words, version });
    if (answer.error) {
      refused = true;
      tell(answer.error);
    }
  }
  waiting -= 1;
  if (waiting) return;
  if (refused) [next, last] = [null, ""];
  await refresh();
}

const showsPayouts = () => page.entry.payouts.length > 0 && (looking ? looking === "payouts" : !page.entry.due);
// On a phone the deck makes room for the seats while no cards are due.
const showsDeck = () => !showsPayouts() && (Boolean(page.entry.due) || looking === "deck");

const redraw = () => drawEntry(newer || page);

export function drawEntry(now) {
  if (page && now.version < page.version) return; // an answer that was overtaken
  newer = held && page ? now : null;
  if (newer) return;
  page = now;
  if (page.version >= next) [next, last] = [null, ""]; // what was touched is shown, though its answer may still be on the way
  const { entry } = page;
  const due = JSON.stringify([entry.due, entry.payouts.length > 0]);
  if (due !== lookedAt) [lookedAt, looking] = [due, ""];
  const seats = JSON.stringify([entry.seats, entry.everybody, betsOf()]);
  if (seats !== seatsDrawn) {
    seatsDrawn = seats;
    byId("seats").replaceChildren(...entry.seats.map(seatRow));
    byId("everybody").replaceChildren(...entry.everybody.map((key) => touch(key, "all")));
  }
  const payouts = showsPayouts(), claims = Boolean(page.claims);
  byId("swap").hidden = !entry.payouts.length && Boolean(entry.due);
  byId("swap").classList.toggle("on-phone", !entry.payouts.length);
  byId("swap").textContent = !showsDeck() ? "Deck" : entry.payouts.length ? "Payouts" : "Hide the deck";
  byId("deck").classList.toggle("asked", looking === "deck");
  byId("task").classList.toggle("below", payouts);
  byId("lying-row").hidden = !entry.dealt;
  drawDeck(page, entry.dealt && !payouts && !claims, enter, tell);
  drawBets(page, { shown: entry.betting || !page.round, enter, tell, redraw, beside: naming });
  drawPayouts(payouts && !claims);
}

export function touch(key, name = "") {
  const button = make("button", `touch ${name}`);
  button.type = "button";
  button.append(make("span", "", key.label));
  if (key.says) button.append(make("span", "says money", key.says));
  button.addEventListener("click", () => enter(key.order));
  return button;
}

function seatRow(seat) {
  const row = make("div", `place${seat.due ? " due" : ""}${seat.taken ? "" : " free"}`);
  row.dataset.seat = seat.number;
  const who = make("button", "who", `${seat.number} · ${seat.name || (seat.taken ? "no name" : "nobody")}`);
  who.type = "button";
  who.title = "Bets and name of this seat";
  who.setAttribute("aria-pressed", String(betsOf() === seat.number));
  who.addEventListener("click", () => { betsOf(betsOf() === seat.number ? null : seat.number); redraw(); setTimeout(() => byId("bets").scrollIntoView({ block: "nearest" }), 50); });
  const head = make("div", "head"), lies = make("div", "lies-line"), keys = make("div", "touches");
  const cards = make("span", "cards");
  layCards(cards, seat.cards, "blue");
  head.append(who, make("span", "bets-line money", seat.bets));
  lies.append(make("span", "state", seat.state), ...(seat.cards.length ? [cards] : []), ...seat.keys.filter((key) => key.quiet).map((key) => touch(key, "quiet")));
  keys.append(...seat.keys.filter((key) => !key.quiet).map((key) => touch(key)));
  row.append(head);
  if (lies.textContent || seat.cards.length) row.append(lies);
  if (keys.childElementCount) row.append(keys);
  return row;
}

// Everything that is still to be taken and paid, in the order in which it is done; the first is the next seat.
function drawPayouts(shown) {
  const place = byId("payouts"), { entry } = page;
  place.hidden = !shown;
  const drawn = JSON.stringify([entry.payouts, entry.settle]);
  if (!shown || drawn === payoutsDrawn) return;
  payoutsDrawn = drawn;
  const list = make("ol", "pay-steps"), head = make("div", "pay-head");
  head.append(make("span", "", "In the order of the settlement"), ...(entry.settle ? [touch(entry.settle, "settle")] : []));
  for (const told of entry.payouts) {
    const item = make("li", "pay-step"), heading = make("div", "pay-words");
    const parts = taskParts(told, page.round ? page.round.deck_colour : "blue", true), chores = parts.pop();
    heading.append(...parts);
    item.append(heading, chores);
    list.append(item);
  }
  place.replaceChildren(head, list);
}
