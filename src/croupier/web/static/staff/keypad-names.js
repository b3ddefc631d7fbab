// Players who are there by name: the dealer seats them, sells them chips, and enters what they bet.

import { layCards } from "../cards.js";
import { byId } from "../make.js";
import { dollars } from "../money.js";
import { betsOf, button, drawBets } from "./keypad-bets.js";
import { make } from "./keypad-felt.js";
import { ask } from "./keypad-panel.js";

let page = null, seat = null, busy = false;
let press = () => {}, sent = async () => ({}), say = () => {};

// `house.press` enters something for a seat, `house.sent` sends who sits down or what they buy.
export function watchNames(house) {
  ({ press, sent, say } = house);
  byId("seat-player").addEventListener("click", () => open(null));
  byId("by-name-close").addEventListener("click", () => byId("by-name").close());
  byId("seats").addEventListener("click", (event) => {
    const key = event.target.closest("[data-order], [data-panel], [data-cards]");
    if (!key || event.detail > 1) return; // the second click of a double click was meant for the key that was there before
    if (key.dataset.panel) open(Number(key.dataset.panel));
    else if (key.dataset.cards) showCards(Number(key.dataset.cards));
    else press(key.dataset.order);
  });
  byId("by-name-seen").addEventListener("click", () => byId("by-name-cards").close());
  byId("by-name-cards").addEventListener("close", () => layCards(byId("by-name-hand"), [], "blue"));
}

// The player has no page of their own: the dealer turns the keypad to them, and the cards down again.
async function showCards(number) {
  const mine = page.by_name.seats.find((one) => one.number === number);
  const answer = await fetch(`/api/staff/tables/${page.table.id}/seats/${number}/cards`).then((said) => said.json()).catch(() => ({ error: "The house cannot be reached; try again." }));
  if (answer.error || byId("by-name-cards").open) return say(answer.error || "");
  byId("by-name-whose").textContent = `For seat ${number}${mine.name ? `, ${mine.name}` : ""}`;
  byId("by-name-words").textContent = answer.hand;
  layCards(byId("by-name-hand"), answer.cards, page.round ? page.round.deck_colour : "blue");
  byId("by-name-cards").showModal();
}

export function drawNames(now) {
  page = now;
  byId("seat-player").hidden = !freeSeats().length;
  byId("by-name-all").replaceChildren(...(page.by_name ? page.by_name.everybody : []).map((key) => button(key.label, () => press(key.order), "all")));
  if (byId("by-name").open) draw();
}

const freeSeats = () => (page.by_name ? page.by_name.seats.filter((one) => !one.taken).map((one) => one.number) : []);
const tell = (words) => { byId("by-name-say").textContent = words; };

function open(number) {
  seat = number === null ? freeSeats()[0] : number;
  betsOf(number);
  tell(page.by_name.waits);
  draw(true);
  byId("by-name").showModal();
}

function draw(afresh = false) {
  if (!page.by_name || (betsOf() !== null && !page.by_name.seats.some((one) => one.number === betsOf() && one.taken))) {
    byId("by-name").close();
    return;
  }
  drawBets(page, { enter, tell, redraw: draw, beside: (mine) => (mine ? forTaken(mine) : forFree()), afresh });
}

function enter(words) {
  byId("by-name").close();
  press(words);
}

function input(id, label, mode = "decimal") {
  const row = make("div", "bet-field"), name = make("label", "", label), value = make("input");
  [value.id, value.maxLength, value.autocomplete, value.inputMode, name.htmlFor] = [id, 40, "off", mode, id];
  row.append(name, value);
  return row;
}

function form(verb, ...rows) {
  const made = make("form", "by-name-form"), send = make("button", "touch main", verb), keys = make("div", "touches");
  keys.append(send);
  made.append(...rows, keys);
  made.addEventListener("submit", (event) => { event.preventDefault(); submit(verb, made); });
  return [made, keys];
}

function forFree() {
  const seats = make("div", "touches");
  seats.setAttribute("role", "group");
  seats.setAttribute("aria-label", "Seat");
  const choices = freeSeats().map((number) => button(String(number), () => { seat = number; mark(); }));
  const mark = () => choices.forEach((one) => one.setAttribute("aria-pressed", String(Number(one.textContent) === seat)));
  mark();
  seats.append(...choices);
  return [make("h2", "", "Seat a player by name"), seats, form("Seat", input("by-name-name", "Name", "text"), ...money())[0]];
}

const money = () => [input("by-name-cash", "Buys chips for, in dollars"), input("by-name-chips", "Brings chips, in dollars")];

function forTaken(mine) {
  const [made, keys] = form("Put chips down", ...money());
  keys.append(button("Leaves", () => enter(`seat ${mine.number} stand`)));
  return [make("p", "muted", `${dollars(mine.stack)} lies in front of the seat. Whoever leaves takes it along, and redeems it at the cage.`), made];
}

async function submit(verb, made) {
  const value = (id) => (made.querySelector(`#${id}`) ? made.querySelector(`#${id}`).value.trim() : "");
  const body = { seat, name: value("by-name-name"), cash: value("by-name-cash"), chips: value("by-name-chips") };
  const { second_above: above } = page.by_name, cents = 100 * Number(body.cash.replace(/[$,]/g, ""));
  if (above === null || !(cents > above)) {
    if (!busy) await told(body);
    return;
  }
  const words = `Chips for ${body.cash} dollars at seat ${seat}, above ${dollars(above)}. A supervisor or an executive signs beside the dealer.`;
  ask({ title: verb, words, button: "Sign", then: (who) => told({ ...body, ...who }) });
}

async function told(body) {
  busy = true;
  tell("");
  const answer = await sent(body);
  busy = false;
  if (answer.error) tell(answer.error);
  else byId("by-name").close();
  return answer;
}
