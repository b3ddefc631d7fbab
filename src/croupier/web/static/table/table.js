// The table from the player's chair. The server says what is true; this page shows it and says what you may do.

import { fourColours, layCards } from "../cards.js";
import { dollars, signed } from "../money.js";
import { connect, send } from "../live.js";
import { drawCoach, noteDecision, noteRound } from "./coach.js";
import { said as saidWords, witness } from "./witness.js";
import { actionWords } from "./words.js";

const byId = (id) => document.getElementById(id);
const CHIPS = [1, 5, 25, 100, 500];
const OUTCOMES = { win: "won", lose: "lost", tie: "tied", fold: "folded", none: "side bet" };
const STEP_MS = 420;

let page = JSON.parse(byId("page").textContent);
let chip = Number(localStorage.getItem("chip")) || 5;
let bets = {};
let fresh = false; // whether this player has begun to bet for the round to come
let said = "";
let refused = false;
let announced = Math.max(0, ...page.log.map((line) => line.n));
let roundSeen = page.round && page.round.id;
const queue = [];
let showing = false;

// The felt is the game's: its spots, their words, letters and places, and how many cards lie where.
// A table that joins a link gets a spot more, so this is read again with every state.
let game, SPOTS, SPOT_KEYS, ROWS, onFelt, baseSpots;
function readFelt() {
  game = page.table;
  SPOTS = Object.fromEntries(game.spots.map((spot) => [spot.key, spot]));
  SPOT_KEYS = Object.fromEntries(game.spots.filter((spot) => spot.letter).map((spot) => [spot.letter, spot.key]));
  ROWS = game.felt.rows.map((row) => row.split(" "));
  onFelt = [...new Set(ROWS.flat())].filter((key) => SPOTS[key]);
  baseSpots = game.spots.filter((spot) => spot.key === game.base || spot.follows === game.base);
}
readFelt();
const leads = (key) => SPOTS[key].follows || key;
const backs = (count) => Array(count).fill(null);

const mine = () => page.seats.find((seat) => seat.you);

function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [key, value] of Object.entries(attributes)) {
    if (key === "class") element.className = value;
    else if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

// What lies on the felt: the round in play, or, until you bet again, the one that is over.
function shown() {
  const round = page.round;
  const over = page.last && (!round || (round.stage === "betting" && !fresh && !bettingDone()));
  return over ? { ...page.last, over: true } : { ...(round || {}), seats: page.seats, over: false };
}

const bettingDone = () => Boolean(mine() && (mine().stakes || (page.round && page.round.bank && page.round.bank.seat === mine().number)));
const isBetting = () => Boolean(page.round && page.round.stage === "betting");

function render() {
  const felt = shown();
  byId("chips").textContent = dollars(page.you.chips);
  const dealt = Boolean(felt.dealt);
  const colour = felt.deck_colour || "blue";
  layCards(byId("dealer-cards"), dealt ? felt.dealer || backs(game.felt.dealer) : [], colour);
  byId("dealer-hand").textContent = felt.dealer_hand ? felt.dealer_hand + (felt.dealer_qualifies === false ? ", does not qualify" : "") : "";
  const board = felt.board || [];
  layCards(byId("board-cards"), dealt ? [...board, ...backs(game.felt.board - board.length)] : [], colour);
  renderArc(felt, dealt, colour);
  renderMine(felt, dealt, colour);
  renderBank(felt);
  renderStopped(felt);
  renderBar();
  renderSide(felt);
  document.body.dataset.stage = felt.over ? "over" : felt.stage || "none";
  document.body.dataset.version = page.version;
}

function renderArc(felt, dealt, colour) {
  const arc = byId("arc");
  const others = [1, 2, 3, 4, 5, 6].filter((number) => number !== page.you.seat);
  arc.classList.toggle("whole", others.length === 6);
  while (arc.children.length > others.length) arc.lastElementChild.remove();
  others.forEach((number, i) => {
    const sitting = page.seats.find((seat) => seat.number === number);
    const seat = (felt.seats || []).find((one) => one.number === number);
    const staked = seat && seat.stakes;
    let pod = arc.children[i];
    if (!pod) arc.append((pod = make("li", { class: "pod" }, make("div", { class: "name" }), make("div", { class: "cards" }), make("div", { class: "money status" }))));
    pod.classList.toggle("empty", !sitting && !staked);
    pod.classList.toggle("due", Boolean(seat && seat.due));
    const name = sitting && sitting.name ? `${number} · ${sitting.name}` : `Seat ${number}`;
    const banks = felt.bank && felt.bank.seat === number;
    pod.children[0].textContent = banks ? `${name} · bank` : name;
    layCards(pod.children[1], dealt && staked ? seat.cards || backs(game.felt.own) : [], colour);
    pod.children[2].textContent = banks ? dollars(felt.bank.wager) : podStatus(seat, felt);
  });
}

function podStatus(seat, felt) {
  if (!seat || !seat.stakes) return "";
  if (felt.void_reason) return "bets back";
  if (seat.outcome) return `${OUTCOMES[seat.outcome]} ${signed(seat.net)}`;
  const raised = Object.values(seat.raised).reduce((sum, cents) => sum + cents, 0);
  const base = baseSpots.reduce((sum, spot) => sum + (seat.stakes[spot.key] || 0), 0);
  const bet = dollars(base + raised);
  if (felt.stage === "betting") return base ? `${SPOTS[game.base].felt} ${dollars(seat.stakes[game.base])}` : "side bet";
  return seat.decision ? `${seat.decision} · ${bet}` : bet;
}

function renderMine(felt, dealt, colour) {
  const seat = (felt.seats || []).find((one) => one.you);
  const banking = felt.bank && page.you.seat === felt.bank.seat;
  layCards(byId("my-cards"), dealt && seat && seat.stakes ? seat.cards || backs(game.felt.own) : [], colour);
  byId("my-hand").textContent = seat && seat.stakes && seat.hand ? seat.hand : banking ? "You are the bank" : "";
  byId("my-cards").style.setProperty("--own", game.felt.own);
  const spots = byId("spots");
  const staging = isBetting() && page.you.seat && !bettingDone();
  for (const gone of [...spots.children].filter((one) => !onFelt.includes(one.dataset.spot))) gone.remove();
  for (const spot of onFelt) {
    let button = spots.querySelector(`[data-spot="${spot}"]`);
    if (!button) {
      button = make("button", { class: `spot ${spot} ${SPOTS[spot].placed}`, "data-spot": spot, type: "button", onclick: (event) => { place(spot); if (event.detail) event.currentTarget.blur(); }, oncontextmenu: (event) => { event.preventDefault(); take(spot); } });
      Object.assign(button.style, placeOf(spot));
      spots.append(button);
    }
    const amount = staging && (fresh || !felt.over) ? amountStaged(spot) : felt.void_reason ? 0 : amountOn(seat, spot);
    const result = seat && seat.results ? seat.results.find((row) => row.spot === spot) : null;
    const meter = spot === "progressive" && seat ? seat.meter_paid : 0;
    button.disabled = !staging || SPOTS[spot].placed !== "before";
    button.setAttribute("aria-label", `${SPOTS[spot].felt} ${amount ? dollars(amount) : "empty"}${result && !staging ? ", " + signed(result.net) + ", " + result.reason : ""}`);
    button.replaceChildren(make("span", {}, SPOTS[spot].felt), make("span", { class: "amount" }, amount ? dollars(amount) : ""));
    if (spot === "progressive") {
      const accepted = !staging && felt.stage && felt.stage !== "betting" && amount;
      button.prepend(make("span", { class: "lights", "aria-hidden": "true" }, make("span", { class: `light ${amount ? "on" : ""}` }), make("span", { class: `light ${accepted ? "on" : ""}` })));
    }
    if (amount) button.append(stackOf(amount));
    if (result && (!staging || felt.over)) {
      const net = result.net + meter;
      if (isPending(result, seat)) button.append(make("span", { class: "result push" }, "pending"));
      else button.append(make("span", { class: `result ${net > 0 ? "win" : net < 0 ? "loss" : "push"}` }, net ? signed(net) : "push"));
    }
  }
  renderPayouts(seat, felt);
}

// A pay that a meter owes and has not paid: neither won nor lost yet.
const isPending = (row, seat) => row.why === "meter_pays" && !seat.meter_paid;
const amountStaged = (spot) => bets[leads(spot)] || 0;
const amountOn = (seat, spot) => (seat && seat.stakes && (seat.stakes[spot] || seat.raised[spot])) || 0;

// Where a spot lies on the felt, as a place in the grid of its rows.
function placeOf(spot) {
  const row = ROWS.findIndex((cells) => cells.includes(spot));
  const first = ROWS[row].indexOf(spot);
  return { gridRow: String(row + 1), gridColumn: `${first + 1} / ${ROWS[row].lastIndexOf(spot) + 2}` };
}

function stackOf(amount) {
  const top = [...CHIPS].reverse().find((value) => amount >= value * 100) || 1;
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 20 20");
  svg.setAttribute("class", "stack");
  svg.setAttribute("aria-hidden", "true");
  const colours = { 1: "#e9e6da", 5: "#a3201f", 25: "#14683f", 100: "#15171a", 500: "#5b2a86" };
  for (const [attributes, name] of [
    [{ cx: 10, cy: 10, r: 9, fill: colours[top], stroke: "#f7f0de", "stroke-width": 1 }, "circle"],
    [{ cx: 10, cy: 10, r: 7, fill: "none", stroke: "#f7f0de", "stroke-width": 1.6, "stroke-dasharray": "3 2.5" }, "circle"],
  ]) {
    const part = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes)) part.setAttribute(key, value);
    svg.append(part);
  }
  return svg;
}

function renderPayouts(seat, felt) {
  const list = byId("payouts");
  const bank = felt.over && felt.bank && felt.bank.seat === page.you.seat ? felt.bank : null;
  const rows = seat && seat.results && seat.results.length && (felt.over || felt.stage === "showdown") ? seat.results.map((row) => [`${row.felt} · ${row.reason}`, isPending(row, seat) ? null : row.net]) : [];
  if (bank) rows.push([`Bank · against ${felt.seats.length === 1 ? "one seat" : felt.seats.length + " seats"}`, bank.net]);
  if (rows.length && seat && seat.meter_paid) rows.push(["Jackpot!", seat.meter_paid]);
  const fee = (seat ? seat.fee : 0) + (bank ? bank.fee : 0);
  if (rows.length && fee) rows.push(["Collection", -fee]);
  list.hidden = !rows.length;
  list.replaceChildren(...rows.map(([words, net]) => payoutRow(words, net)));
  if (rows.length) list.append(payoutRow("This round", rows.reduce((sum, [, net]) => sum + (net || 0), 0), "total"));
}

const payoutRow = (words, net, name = "") => make("li", { class: name }, make("span", {}, words), make("span", { class: `money ${net > 0 ? "win" : net < 0 ? "loss" : "muted"}` }, net === null ? "pending" : net ? signed(net) : "$0"));

function renderBank(felt) {
  const place = byId("bank");
  place.hidden = !page.table.player_banked;
  if (place.hidden) return;
  const bank = felt.bank;
  place.textContent = bank ? `Bank: seat ${bank.seat}, ${dollars(bank.wager)}, ${bank.coverage} coverage` : page.bank_offer.length ? `The bank is offered to seat ${page.bank_offer[0]}` : "Nobody banks: no round is dealt";
}

const voidWords = (felt) => (felt.over && felt.void_reason ? `Round ${felt.id} is void: ${felt.void_reason}. Every bet is back with its owner.` : "");

function renderStopped(felt) {
  const place = byId("stopped");
  const stopped = page.table.stopped ? `This table is closed. ${page.round ? "The round in play is finished; no" : "No"} new one begins until it goes on.` : "";
  const late = page.by_clock && page.by_clock.round === felt.id ? page.by_clock.text : "";
  const text = [stopped, voidWords(felt), late, page.progressive_says].filter(Boolean).join(" ");
  place.hidden = !text;
  if (place.textContent !== text) place.textContent = text;
}

// Betting

function place(spot) {
  if (!isBetting() || bettingDone()) return;
  if (!fresh) begin();
  spot = leads(spot);
  if (spot === "progressive") bets.progressive = bets.progressive ? 0 : page.table.progressive_stake;
  else {
    const [, most] = SPOTS[spot].limits;
    bets[spot] = Math.min(most, (bets[spot] || 0) + chip * 100);
  }
  tell("");
  render();
}

function take(spot) {
  spot = leads(spot);
  bets[spot] = Math.max(0, (bets[spot] || 0) - chip * 100);
  render();
}

function begin() {
  fresh = true;
  bets = {};
}

function clear() {
  begin();
  tell("");
  render();
}

function rebet() {
  const last = JSON.parse(sessionStorage.getItem(`bets:${page.table.id}`) || "null");
  if (!last) return tell(`There is nothing to repeat yet: put chips on the ${SPOTS[game.base].felt}.`, true);
  fresh = true;
  bets = { ...last };
  tell("");
  render();
}

async function deal() {
  if (!fresh || !game.dealt_in.some((spot) => bets[spot])) {
    if (sessionStorage.getItem(`bets:${page.table.id}`) && !fresh) rebet();
    else return tell(`Put at least ${dollars(SPOTS[game.base].limits[0])} on the ${SPOTS[game.base].felt}${following(" it")}.`, true);
  }
  const base = bets[game.base] ? [bets[game.base] / 100] : [];
  const words = ["bet", ...base, ...onFelt.filter((spot) => spot !== game.base && bets[spot]).map((spot) => `${spot} ${bets[spot] / 100}`)];
  const done = await order(words.join(" "));
  if (done) sessionStorage.setItem(`bets:${page.table.id}`, JSON.stringify(bets));
}

// "; the Blind follows it", where a spot does.
function following(what) {
  const words = baseSpots.filter((spot) => spot.follows).map((spot) => `the ${spot.felt} follows${what}`);
  return words.length ? `; ${words.join(", ")}` : "";
}

function act(action) {
  if (game.coached) noteDecision(page, action);
  return order(action);
}

async function order(words) {
  tell("");
  const answer = await send(`/api/tables/${page.table.id}/orders`, { order: words, version: newest().version });
  if (answer.error) {
    tell(answer.error, true);
    if (answer.page) arrive(answer.page);
    render();
    return false;
  }
  if (answer.page) arrive(answer.page);
  return true;
}

const newest = () => (queue.length ? queue[queue.length - 1] : page);

function tell(text, isRefusal = false) {
  said = text;
  refused = isRefusal;
  renderBar();
}

// The bar

function button(label, key, action, main = false) {
  return make("button", { type: "button", class: main ? "main" : "", onclick: action, "aria-keyshortcuts": key }, make("kbd", { "aria-hidden": "true" }, key === "Enter" ? "↵" : key.toUpperCase()), ` ${label}`);
}

let barDrawn = "";
function renderBar() {
  const bar = byId("bar");
  const choices = barChoices();
  const key = JSON.stringify([choices.key, said, refused, chip, page.you.seat]);
  if (key === barDrawn) return;
  barDrawn = key;
  const focused = document.activeElement && bar.contains(document.activeElement) ? document.activeElement.textContent : null;
  bar.replaceChildren(make("div", { class: `say${refused ? " refused" : ""}`, role: refused ? "alert" : "status" }, said || choices.say), ...choices.buttons());
  if (focused !== null) {
    // Where the button has gone, the next key is Enter for Deal, or one of the bar's own: never a bet or the way out.
    const again = [...bar.querySelectorAll("button")].find((one) => one.textContent === focused) || bar.querySelector('[aria-keyshortcuts="Enter"]');
    (again || bar).focus();
  }
}

// What somebody who has no seat here could do to get one.
function lookingOn() {
  if (page.you.watching) return "";
  if (!page.you.name) return " Sign in to take a seat.";
  return page.you.guest ? " This table is played for money: sign in with your name to take a seat." : "";
}

function barChoices() {
  const seat = mine();
  if (!page.you.seat && !page.may_sit) return { key: ["look", page.you.name], say: `You are looking on.${lookingOn()}`, buttons: () => [] };
  if (!page.you.seat) return { key: ["sit", page.free_seats], say: page.free_seats.length ? "Take a seat to play." : "Every seat is taken.", buttons: () => page.free_seats.map((number) => button(`Sit in seat ${number}`, String(number), () => order(`sit ${number}`), number === page.free_seats[0])) };
  if (page.legal.length && !queue.length) {
    const base = seat.stakes[game.base];
    return { key: ["act", page.legal, page.version], say: seat.hand || "", buttons: () => page.legal.map((action) => actionButton(action, base)) };
  }
  if (queue.length) return { key: ["wait"], say: "", buttons: () => [] };
  if (isBetting() && !bettingDone()) return bettingChoices();
  if (isBetting()) return { key: ["placed"], say: "Your bets are down. Waiting for the others.", buttons: () => [button("Take back", "x", () => order("withdraw"))] };
  if (page.table.stopped) return { key: ["stopped"], say: "No round is dealt while the table is closed.", buttons: () => [leaveButton()] };
  if (page.progressive_says && page.round) return { key: ["win", page.progressive_says], say: page.progressive_says, buttons: () => [] };
  const others = page.seats.some((seat) => seat.due);
  return { key: ["wait", page.round && page.round.stage, others, voidWords(shown())], say: others ? "Waiting for the others." : voidWords(shown()) || "Waiting for the dealer.", buttons: () => (page.round ? [] : [leaveButton()]) };
}

// How large a later bet is, against the first: where there is one size there is nothing to go up to.
function multipleWords() {
  const sizes = game.actions.filter((action) => action.startsWith("bet")).map((action) => Number(action.slice(3)));
  const largest = Math.max(...sizes);
  if (largest === 1) return "equal to";
  return sizes.length === 1 ? `exactly ${largest}x` : `up to ${largest}x`;
}

function bettingChoices() {
  const offered = page.table.player_banked && page.bank_offer[0] === page.you.seat && !page.round.bank;
  if (offered) {
    return { key: ["bank", page.version], say: "The bank is yours to take, for any amount you have.", buttons: () => [make("label", { class: "unseen", for: "bank-wager" }, "Bank wager in dollars"), make("input", { id: "bank-wager", inputmode: "decimal", value: "200", size: 6 }), button("Take the bank", "k", () => order(`bank ${byId("bank-wager").value}`), true), button("Pass it on", "x", () => order("pass"))] };
  }
  const total = game.spots.filter((spot) => spot.placed === "before").reduce((sum, spot) => sum + amountStaged(spot.key), 0);
  const later = game.spots.filter((spot) => spot.placed === "decided").map((spot) => spot.felt).join(" or ");
  const toCome = later ? `The ${later} bet comes later, ${multipleWords()} the ${SPOTS[game.base].felt}.` : "Part of it can be pulled back later.";
  const follows = following(` the ${SPOTS[game.base].felt}`).replace("; ", ": ");
  const say = fresh && total ? `${dollars(total)} down. ${toCome}` : lastRound() || voidWords(shown()) || `Pick a chip, then a spot${follows}.`;
  return {
    key: ["bet", fresh, bets, page.version, page.last && page.last.id],
    say,
    buttons: () => [
      make("div", { class: "chips", role: "group", "aria-label": "Chips" }, ...CHIPS.map((value, i) => make("button", { type: "button", class: `chip c${value}`, "aria-pressed": String(chip === value), "aria-label": `$${value} chip`, title: `key ${i + 1}`, onclick: () => pick(value) }, `$${value}`))),
      button("Rebet", "r", rebet),
      button("Clear", "x", clear),
      button("Deal", "Enter", deal, true),
      leaveButton(),
    ],
  };
}

// Your round that is over, in one line: on a phone the payouts may lie below the bar.
function lastRound() {
  const seat = !fresh && page.last && page.last.seats.find((one) => one.you && one.results.length);
  return seat ? `This round ${signed(seat.net + (seat.meter_paid || 0) - (seat.fee || 0))}. Deal repeats your bets.` : "";
}

const leaveButton = () => button("Leave", "l", async () => { if (await order("stand")) location.assign("/"); });

function pick(value) {
  chip = value;
  localStorage.setItem("chip", String(value));
  renderBar();
}

function actionButton(action, base) {
  const multiple = action.startsWith("bet") ? Number(action.slice(3)) : 0;
  if (multiple) return button(`${actionWords(action)} ${dollars(multiple * base)}`, String(multiple), () => act(action), true);
  return button(actionWords(action), action[0], () => act(action));
}

addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input:not([type=checkbox]), select, textarea, summary")) return;
  const key = event.key.toLowerCase();
  const bar = byId("bar");
  const pressed = [...bar.querySelectorAll("[aria-keyshortcuts]")].find((one) => one.getAttribute("aria-keyshortcuts").toLowerCase() === key);
  if (pressed && !(key === "enter" && event.target.closest("button, a"))) {
    event.preventDefault();
    pressed.click();
  } else if (isBetting() && page.you.seat && !bettingDone()) {
    if (SPOT_KEYS[key] && onFelt.includes(SPOT_KEYS[key])) (event.shiftKey ? take : place)(SPOT_KEYS[key]);
    else if ("12345".includes(key)) pick(CHIPS[Number(key) - 1]);
  }
});

// Beside the felt

function renderSide(felt) {
  const seat = (felt.seats || []).find((one) => one.you);
  const hit = new Set(((seat && seat.results) || []).filter((row) => row.line).map((row) => `${row.spot}:${row.line}`));
  for (const row of document.querySelectorAll("[data-line]")) row.classList.toggle("lit", hit.has(row.dataset.line));
  const meters = byId("meters");
  if (meters) meters.replaceChildren(...Object.entries(page.meters || {}).map(([level, cents]) => make("li", {}, make("span", {}, level), make("span", { class: "money" }, dollars(cents)))));
  byId("last").replaceChildren(...page.rounds.map((round) => make("li", {}, make("a", { href: `/rounds/${round.id}` }, round.id), make("span", { class: `money ${round.net > 0 ? "win" : round.net < 0 ? "loss" : ""}` }, signed(round.net)))));
  byId("commitment").textContent = page.round ? page.round.commitment : "";
  if (game.coached) drawCoach(page, felt);
}

// Time

setInterval(() => {
  const clock = byId("clock");
  const left = page.deadline_ms ? Math.max(0, Math.ceil((page.deadline_ms - Date.now() - page.clock_skew_ms) / 1000)) : null;
  clock.textContent = left === null || left > 600 ? "" : `${left} s`;
}, 250);

// What arrives is shown step by step, so that one can follow the cards; nobody waits who has something to decide.

// What is posted beside the felt was written with the page: where the house changes it, the page is read anew.
const posted = (table) => JSON.stringify([table.notices, table.paytables, table.limits_text, table.procedure, table.approval]);
const postedHere = posted(page.table);

function arrive(next) {
  if (posted(next.table) !== postedHere) {
    location.reload();
    return;
  }
  if (next.version <= newest().version && next.you.chips === newest().you.chips && next.table.id === page.table.id && next.stamp <= newest().stamp) return;
  next.clock_skew_ms = next.now_ms - Date.now();
  const wrong = witness(next);
  if (wrong) tell(`The house contradicts itself: ${wrong}.`, true);
  queue.push(next);
  if (!showing) step();
}

const stageOf = (one) => `${one.round && one.round.id}/${one.round && one.round.stage}`;

function step() {
  const next = queue.shift();
  if (!next) {
    showing = false;
    render();
    return;
  }
  showing = true;
  const changed = stageOf(next) !== stageOf(page);
  const paid = next.last && (!page.last || next.last.id !== page.last.id);
  if (next.round && next.round.id !== roundSeen) {
    fresh = false;
    roundSeen = next.round.id;
  }
  page = next;
  readFelt();
  if (paid && game.coached) noteRound(page.last);
  announce();
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  if (paid && !still && document.startViewTransition) document.startViewTransition(render);
  else render();
  const skip = !changed || (page.round && ["locked", "showdown"].includes(page.round.stage));
  setTimeout(step, skip || still || !queue.length ? 0 : STEP_MS);
}

function announce() {
  const lines = page.log.filter((line) => line.n > announced);
  if (!lines.length) return;
  announced = lines[lines.length - 1].n;
  const live = byId("announcer");
  for (const line of lines) live.append(make("p", {}, line.text));
  while (live.children.length > 40) live.firstElementChild.remove();
}

byId("four-colours").checked = fourColours();
byId("four-colours").addEventListener("change", (event) => {
  localStorage.setItem("four-colours", event.target.checked ? "yes" : "no");
  for (const place of document.querySelectorAll(".cards")) place.replaceChildren();
  render();
});
byId("seed-form").addEventListener("submit", async (event) => {
  event.preventDefault();
  const words = byId("seed").value.trim();
  const round = page.round && page.round.id;
  if (!words || !(await order(`seed ${words}`))) return;
  saidWords(round, page.you.seat, words);
  tell("Your words are mixed into this shuffle.");
});

page.clock_skew_ms = page.now_ms - Date.now();
witness(page);
connect(`/live/tables/${page.table.id}`, arrive, (up) => { byId("offline").hidden = up; });
render();
