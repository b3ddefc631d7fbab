// Bets of a seat: chips onto its spots, or typed; and who plays there.

import { byId } from "../make.js";
import { dollars } from "../money.js";
import { make } from "./keypad-felt.js";

let seat = null, chip = 500, staged = {};
let page = null, enter = () => {}, tell = () => {}, redraw = () => {}, beside = () => [];
let drawn = "";

// The seat whose bets are entered; with a number, from now on that one.
export function betsOf(number) {
  if (number !== undefined && number !== seat) [seat, staged] = [number, null];
  return seat;
}

const entered = () => page.entry || page.by_name;
const of = (number) => entered().seats.find((one) => one.number === number);
const chosenSpots = () => page.table.spots.filter((spot) => spot.placed === "before" && !spot.follows);
const plain = (cents) => (cents % 100 ? (cents / 100).toFixed(2) : String(cents / 100));

// `beside` makes what stands below the bets of a seat, or in their place while no seat is chosen.
export function drawBets(now, { shown = true, afresh = false, ...house }) {
  page = now;
  ({ enter, tell, redraw, beside } = house);
  const place = byId("bets");
  place.hidden = !shown;
  if (!shown) {
    [seat, staged] = [null, {}];
    return;
  }
  if (seat !== null && staged === null) staged = { ...of(seat).stakes };
  const mine = seat === null ? null : of(seat);
  const key = JSON.stringify([seat, chip, staged, mine, entered().betting]);
  if (key === drawn && !afresh) return;
  drawn = key;
  place.replaceChildren(...(mine ? panel(mine) : beside(null)));
}

// Below the bets of a seat at a real felt: who plays there.
export function naming(mine) {
  if (!mine) return [make("p", "muted", page.entry.betting ? "Touch a seat to enter its bets, or the name of its player." : "Touch a seat to name its player.")];
  const name = field("seat-name", "Name of the player", (text) => done(`name ${text}`), "Name");
  if (mine.taken) name.append(button("Leaves", () => done("stand")));
  return [name];
}

export function button(label, act, name = "") {
  const made = make("button", `touch ${name}`, label);
  made.type = "button";
  made.addEventListener("click", act);
  return made;
}

function field(id, label, act, verb, value = "") {
  const form = make("form", "bet-field"), input = make("input"), name = make("label", "", label);
  [input.id, input.value, input.maxLength, input.autocomplete] = [id, value, 60, "off"];
  name.htmlFor = id;
  const send = make("button", "touch", verb);
  form.append(name, input, send);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (input.value.trim()) act(input.value.trim());
  });
  return form;
}

function done(words) {
  enter(`seat ${seat} ${words}`);
  [seat, staged] = [null, {}];
  redraw();
}

function panel(mine) {
  const parts = [make("h2", "", `Seat ${seat}${mine.name ? ` · ${mine.name}` : ""}`)];
  if (entered().betting) {
    const chips = make("div", "chips"), spots = make("div", "spots-row"), total = Object.values(staged).reduce((sum, cents) => sum + cents, 0);
    chips.setAttribute("role", "group");
    chips.setAttribute("aria-label", "Chips");
    for (const value of entered().chips) {
      const one = button(dollars(value), () => { chip = value; redraw(); }, `chip c${value / 100}`);
      one.setAttribute("aria-pressed", String(chip === value));
      chips.append(one);
    }
    for (const spot of chosenSpots()) {
      const one = button(spot.felt, () => place(spot), "spot-key");
      one.append(make("b", "money", staged[spot.key] ? dollars(staged[spot.key]) : "–"));
      spots.append(one);
    }
    const keys = make("div", "touches");
    const down = button(total ? `Put down ${dollars(total)}` : "Put down", () => { if (total) done(`bet ${words()}`); else tell("Touch a chip, then a spot."); }, "main");
    keys.append(down, button("Clear", () => { staged = {}; redraw(); }));
    parts.push(chips, spots, keys, field("bet-words", "Or typed, in dollars", (text) => done(`bet ${text}`), "Enter", ""));
    byPlaceholder(parts[parts.length - 1]);
    if (mine.may_bank) parts.push(field("bank-words", "Bank, in dollars", (text) => done(`bank ${text}`), "Takes the bank"));
  }
  return [...parts, ...beside(mine)];
}

const byPlaceholder = (form) => { form.querySelector("input").placeholder = ["10", ...chosenSpots().filter((spot) => spot.key !== page.table.base).slice(0, 1).map((spot) => `${spot.key} 5`)].join(" "); };

function place(spot) {
  const stake = page.table.progressive_stake;
  if (spot.key === "progressive") staged.progressive = staged.progressive ? 0 : stake;
  else staged[spot.key] = (staged[spot.key] || 0) + chip;
  redraw();
}

// As an order names them: the base bet first and without its name.
function words() {
  const { base } = page.table;
  const others = chosenSpots().filter((spot) => spot.key !== base && staged[spot.key]).map((spot) => `${spot.key} ${plain(staged[spot.key])}`);
  return [...(staged[base] ? [plain(staged[base])] : []), ...others].join(" ");
}
