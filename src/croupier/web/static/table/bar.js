// The bar: what you may do now and nothing else, each with its amount and its key.

import { byId, make } from "../make.js";
import { dollars, signed } from "../money.js";
import { CHIPS } from "../stack.js";
import { noteDecision } from "./coach.js";
import { chipsLeft, clear, deal, following, lastBets, pick, rebet, stagedTotal } from "./betting.js";
import { voidWords } from "./felt.js";
import { order, tell } from "./orders.js";
import { hurry } from "./pace.js";
import { bettingDone, game, isBetting, isStill, mine, room } from "./state.js";
import { actionWords } from "./words.js";

const SIGNS = { Enter: "↵", Space: "Space" };
// What is pressed happens on the felt: on a phone, who has scrolled down to the coach sees it again.
const onFelt = (action) => () => {
  if (scrollY > byId("bar").offsetHeight) scrollTo({ top: 0, behavior: isStill() ? "instant" : "smooth" });
  return action();
};
const button = (label, key, action, more = {}) => make("button", { type: "button", onclick: onFelt(action), "aria-keyshortcuts": key, ...more }, make("kbd", { "aria-hidden": "true" }, SIGNS[key] || key.toUpperCase()), ` ${label}`);
const MAIN = { class: "main" };

let drawnSay = "", drawnChoices = "";
export function drawBar() {
  const choices = barChoices();
  const say = JSON.stringify([room.said || choices.say, choices.more, room.refused]);
  if (say !== drawnSay) {
    drawnSay = say;
    // On a phone there is no room for it in the bar: it stands beside the pay tables, too.
    const more = choices.more && !room.said ? make("span", { class: "more" }, ` ${choices.more}`) : null;
    byId("say").replaceWith(make("div", { id: "say", class: `say${room.refused ? " refused" : ""}`, role: room.refused ? "alert" : "status" }, room.said || choices.say, more));
  }
  const key = JSON.stringify([choices.key, room.page.you.seat]);
  if (key === drawnChoices) return;
  drawnChoices = key;
  const bar = byId("bar"), place = byId("choices");
  const focused = bar.contains(document.activeElement) ? document.activeElement.textContent : null;
  place.replaceChildren(...choices.buttons());
  if (focused === null) return;
  // Where the button has gone, the next key is Enter for Deal, or one of the bar's own: never a bet or the way out.
  const again = [...place.querySelectorAll("button:enabled")].find((one) => one.textContent === focused) || place.querySelector('[aria-keyshortcuts="Enter"]');
  (again || bar).focus();
}

// What somebody who has no seat here could do to get one.
function lookingOn() {
  const { you } = room.page;
  if (you.watching) return "";
  if (!you.name) return " Sign in to take a seat.";
  return you.guest ? " This table is played for money: sign in with your name to take a seat." : "";
}

function barChoices() {
  const { page } = room, seat = mine();
  if (page.table.real_cards) return { key: ["felt"], say: "Cards and chips are real here: bets and decisions are made on the felt.", buttons: () => [] };
  if (!page.you.seat && !page.may_sit) return { key: ["look", page.you.name], say: `You are looking on.${lookingOn()}`, buttons: () => [] };
  if (!page.you.seat) return { key: ["sit", page.free_seats], say: page.free_seats.length ? "Take a seat to play." : "Every seat is taken.", buttons: () => page.free_seats.map((number) => button(`Sit in seat ${number}`, String(number), () => order(`sit ${number}`), number === page.free_seats[0] ? MAIN : {})) };
  if (page.legal.length && !room.pacing) return decisionChoices(seat);
  if (room.pacing) return { key: ["pace"], say: "", buttons: () => [button("Show it all now", "Space", hurry)] };
  if (isBetting() && !bettingDone()) return bettingChoices();
  const late = heldUpBy();
  if (late && room.gone === late.number) return goneChoices(late);
  if (isBetting()) return { key: ["placed", late], say: `${bankWords() || "Your bets are down."} ${waitingFor(late)}`, buttons: () => [button("Take back", "x", () => order("withdraw")), ...goneButton(late), leaveButton()] };
  if (page.table.stopped) return { key: ["stopped"], say: "No round is dealt while the table is closed.", buttons: () => [leaveButton()] };
  if (page.progressive_says && page.round) return { key: ["win"], say: page.progressive_says, buttons: () => [] };
  const others = page.seats.some((one) => one.due);
  return { key: ["wait", Boolean(page.round), late], say: bankWords() || others ? `${bankWords()} ${others ? waitingFor(late) : ""}`.trim() : voidWords(room.shown.felt) || "Waiting for the dealer.", buttons: () => [...goneButton(late), leaveButton()] };
}

// Whom the table waits for, for the host of a private table, who need not wait for a friend that has gone.
function heldUpBy() {
  const { page } = room, offered = isBetting() && !page.round.bank ? page.bank_offer[0] : undefined;
  if (!page.you.host || !page.round) return null;
  const banks = page.round.bank?.seat;
  const open = (seat) => (offered === undefined ? seat.due || (isBetting() && !seat.stakes && seat.number !== banks) : seat.number === offered);
  const seat = page.seats.find((one) => one.name && !one.you && open(one));
  return seat ? { number: seat.number, name: seat.name, decides: !isBetting() || offered !== undefined } : null;
}

const waitingFor = (late) => `Waiting for ${late ? late.name : "the others"}.`;

function goneButton(late) {
  const ask = () => { room.gone = late.number; tell(""); };
  return late ? [button(`${late.name} has gone`, "g", ask)] : [];
}

function goneChoices({ number, name, decides }) {
  const then = (words) => async () => { room.gone = null; await order(words); };
  const decide = decides ? [button(`Decide for ${name}`, "d", then(`left ${number}`), MAIN)] : [];
  const off = button(`Send ${name} off`, "o", then(`unseat ${number} gone from the table`), decides ? {} : MAIN);
  const say = decides ? `Decide for ${name}: what costs nothing, at the last a fold. Or send ${name} off: the same for the rest of the round.` : `Send ${name} off? Bets that are not locked come back, and the link leads back to a seat.`;
  return { key: ["gone", number, name, decides], say, buttons: () => [...decide, off, button("Wait", "w", () => { room.gone = null; tell(""); })] };
}

function decisionChoices(seat) {
  const { page } = room, base = seat.stakes[game.base];
  const costs = (action) => (action.startsWith("bet") ? Number(action.slice(3)) * base : 0);
  const { beyond } = page;
  const short = beyond.length ? ` You have ${dollars(page.you.chips)} left, which does not cover ${beyond.map(actionWords).join(" or ")}.` : "";
  return { key: ["act", page.legal, beyond, page.version], say: `${seat.hand || ""}${short}`.trim(), buttons: () => game.table.actions.filter((action) => page.legal.includes(action) || beyond.includes(action)).map((action) => actionButton(action, costs(action), beyond.includes(action))) };
}

function actionButton(action, cost, beyond) {
  const act = () => { if (game.table.coached) noteDecision(room.page, action); return order(action); };
  if (!cost) return button(actionWords(action), action[0], act, { "data-action": action });
  const why = beyond ? `Your chips do not cover ${dollars(cost)}: ${dollars(room.page.you.chips)} are left.` : null;
  return button(`${actionWords(action)} ${dollars(cost)}`, action.slice(3), act, { ...MAIN, "data-action": action, disabled: beyond, title: why });
}

// How the viewer's own bank stands, within its wager.
function bankWords() {
  const bank = room.page.round && room.page.round.bank;
  if (!bank || bank.seat !== room.page.you.seat) return "";
  const so = bank.net ? `, ${signed(bank.net)} so far` : "";
  return `You bank ${dollars(bank.wager)}${so}: it covers ${dollars(bank.can_pay)} to pay and ${dollars(bank.can_take)} to take.`;
}

// How large a later bet is, against the first: where there is one size there is nothing to go up to.
function multipleWords() {
  const sizes = game.table.actions.filter((action) => action.startsWith("bet")).map((action) => Number(action.slice(3)));
  const largest = Math.max(...sizes);
  if (largest === 1) return "equal to";
  return sizes.length === 1 ? `exactly ${largest}x` : `up to ${largest}x`;
}

// What a bank is taken on: by the wagers that are down, and by the table's limits.
function exposureWords() {
  const down = room.page.round.exposure;
  const now = down && down.takes ? `The wagers down can cost it ${dollars(down.pays)} or bring it ${dollars(down.takes)}. ` : "";
  return `${now}${room.page.table.bank.words}`;
}

// Whoever is asked takes the bank, passes it on or leaves; after all have passed, whoever wants it takes it (R31).
function bankChoices(asked) {
  const takeBank = () => order(`bank ${room.bank}`);
  const field = () => make("input", { id: "bank-wager", inputmode: "decimal", value: room.bank, size: 6, oninput: (event) => { room.bank = event.target.value; }, onkeydown: (event) => { if (event.key === "Enter") takeBank(); } });
  const say = asked ? "The bank is yours to take, for any amount you have." : "Nobody has taken the bank, and without one no round is dealt. Take it after all, or leave.";
  const pass = () => (asked ? [button("Pass it on", "x", () => order("pass"))] : []);
  return { key: ["bank", asked], say, more: exposureWords(), buttons: () => [make("label", { class: "unseen", for: "bank-wager" }, "Bank wager in dollars"), field(), button("Take the bank", "k", takeBank, MAIN), ...pass(), leaveButton()] };
}

function bettingChoices() {
  const { page, chip } = room;
  const asked = page.bank_offer[0] === page.you.seat;
  if ((asked || page.bank_open) && !page.round.bank) return bankChoices(asked);
  const total = room.fresh ? stagedTotal() : 0, left = chipsLeft();
  const base = game.spots[game.base].felt;
  const later = game.table.spots.filter((spot) => spot.placed === "decided").map((spot) => spot.felt).join(" or ");
  const toCome = later ? `The ${later} bet comes later, ${multipleWords()} the ${base}.` : "Part of it can be pulled back later.";
  const follows = following(` the ${base}`).replace("; ", ": ");
  const say = total ? `${dollars(total)} down. ${toCome}` : lastRound() || voidWords(room.shown.felt) || `Pick a chip, then a spot${follows}.`;
  const isBeyond = (value) => value * 100 > left && value !== CHIPS[0];
  return {
    key: ["bet", chip, CHIPS.map(isBeyond), Boolean(lastBets())],
    say,
    buttons: () => [
      make("div", { class: "chips", role: "group", "aria-label": "Chips" }, ...CHIPS.map((value, i) => make("button", { type: "button", class: `chip c${value}`, "aria-pressed": String(chip === value), "aria-label": `$${value} chip`, disabled: isBeyond(value), title: isBeyond(value) ? `Your chips do not cover $${value}` : `key ${i + 1}`, onclick: () => pick(value) }, `$${value}`))),
      button("Rebet", "r", rebet, lastBets() ? {} : { disabled: true, title: `There is nothing to repeat yet: put chips on the ${base}.` }),
      button("Clear", "x", clear),
      button("Deal", "Enter", deal, MAIN),
      leaveButton(),
    ],
  };
}

// Your round that is over, in one line: on a phone the payouts may lie below the bar.
function lastRound() {
  const { last } = room.page;
  const seat = !room.fresh && last && last.seats.find((one) => one.you && one.results.length);
  return seat ? `This round ${signed(seat.net + (seat.meter_paid || 0) - (seat.fee || 0))}. Deal repeats your bets.` : "";
}

// Who leaves bets behind is told what becomes of them (R19), and leaves by asking again.
const LEAVING = "Your bets stay: whatever is left to decide is checked, or folded at the last. Leave again to go.";

const leaveButton = () => button("Leave", "l", async () => {
  if (mine()?.stakes && !isBetting() && room.said !== LEAVING) return tell(LEAVING);
  if (await order("stand")) location.assign("/");
});

// The button that a key stands for; a dim one says why it is.
export function press(key) {
  const pressed = [...byId("choices").querySelectorAll("[aria-keyshortcuts]")].find((one) => one.getAttribute("aria-keyshortcuts").toLowerCase() === key);
  if (!pressed) return false;
  if (pressed.disabled) tell(pressed.title, true);
  else pressed.click();
  return true;
}
