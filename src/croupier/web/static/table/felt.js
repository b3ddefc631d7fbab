// The felt as it is drawn: cards, seats, spots, payouts. Every place is kept whether something lies in it or not.

import { layCards, lightCards, PLACE } from "../cards.js";
import { byId, make } from "../make.js";
import { dollars, signed } from "../money.js";
import { stackOf } from "../stack.js";
import { amountStaged, place, take, whyNot } from "./betting.js";
import { game, isPending, isStaging, room, seatOf } from "./state.js";

const OUTCOMES = { win: "won", lose: "lost", tie: "tied", fold: "folded", none: "side bet" };
const backs = (count) => Array(count).fill(null);

export function drawFelt(felt) {
  const layout = game.table.felt;
  const dealt = Boolean(felt.dealt), colour = felt.deck_colour || "blue", board = felt.board || [];
  byId("chips").textContent = dollars(room.shown.purse);
  layCards(byId("dealer-cards"), dealt ? felt.dealer || backs(layout.dealer) : [], colour);
  byId("dealer-hand").textContent = felt.dealer_hand ? felt.dealer_hand + (felt.dealer_qualifies === false ? ", does not qualify" : "") : "";
  const toCome = Array(layout.board - board.length).fill(game.table.lays_board ? null : PLACE);
  layCards(byId("board-cards"), dealt ? [...board, ...toCome] : [], colour);
  drawShowdown(felt);
  drawArc(felt, dealt, colour);
  drawMine(felt, dealt, colour);
  drawBank(felt);
  drawStopped(felt);
}

// Whose hands have been judged, and which cards play in them; a fold plays none.
const judged = (seat) => Boolean(seat && seat.outcome && seat.outcome !== "none" && seat.cards);
function drawShowdown(felt) {
  const seat = seatOf(felt), plays = felt.dealer_plays || [];
  const dealers = plays.length ? { dealers: plays } : {};
  lightCards(byId("dealer-cards"), dealers);
  lightCards(byId("board-cards"), judged(seat) ? { yours: seat.plays, ...dealers } : dealers);
}

function drawArc(felt, dealt, colour) {
  const arc = byId("arc"), page = room.page;
  const others = [1, 2, 3, 4, 5, 6].filter((number) => number !== page.you.seat);
  arc.classList.toggle("whole", others.length === 6);
  while (arc.children.length > others.length) arc.lastElementChild.remove();
  let company = 0;
  others.forEach((number, i) => {
    const sitting = page.seats.find((seat) => seat.number === number);
    const seat = (felt.seats || []).find((one) => one.number === number);
    const staked = seat && seat.stakes, empty = !sitting && !staked;
    let pod = arc.children[i];
    if (!pod) arc.append((pod = make("li", { class: "pod" }, make("div", { class: "name" }), make("div", { class: "cards" }), make("div", { class: "money status" }))));
    pod.dataset.seat = number;
    pod.classList.toggle("empty", empty);
    pod.classList.toggle("due", Boolean(seat && seat.due));
    company += !empty;
    const name = sitting && sitting.name ? `${number} · ${sitting.name}` : empty ? String(number) : `Seat ${number}`;
    const banks = felt.bank && felt.bank.seat === number;
    pod.children[0].textContent = banks ? `${name} · bank` : name;
    if (empty) pod.children[0].setAttribute("aria-label", `Seat ${number}, empty`);
    else pod.children[0].removeAttribute("aria-label");
    pod.style.setProperty("--own", game.table.felt.own);
    layCards(pod.children[1], dealt && staked ? seat.cards || backs(game.table.felt.own) : [], colour);
    lightCards(pod.children[1], judged(seat) ? { yours: seat.plays } : {});
    pod.children[2].textContent = banks ? dollars(felt.bank.wager) : podStatus(seat, felt);
  });
  arc.classList.toggle("alone", company === 0);
  arc.closest(".felt").classList.toggle("company", company > 0);
}

function podStatus(seat, felt) {
  if (!seat || !seat.stakes) return "";
  if (felt.void_reason) return "bets back";
  if (seat.outcome) return seat.results.length ? `${OUTCOMES[seat.outcome]} ${signed(seat.net)}` : OUTCOMES[seat.outcome];
  const raised = Object.values(seat.raised).reduce((sum, cents) => sum + cents, 0);
  const base = game.baseSpots.reduce((sum, spot) => sum + (seat.stakes[spot.key] || 0), 0);
  const bet = dollars(base + raised);
  if (felt.stage === "betting") return base ? `${game.spots[game.base].felt} ${dollars(seat.stakes[game.base])}` : "side bet";
  return seat.decision ? `${seat.decision} · ${bet}` : bet;
}

function drawMine(felt, dealt, colour) {
  const seat = seatOf(felt);
  const banking = felt.bank && room.page.you.seat === felt.bank.seat;
  layCards(byId("my-cards"), dealt && seat && seat.stakes ? seat.cards || backs(game.table.felt.own) : [], colour);
  lightCards(byId("my-cards"), judged(seat) ? { yours: seat.plays } : {});
  byId("my-hand").textContent = seat && seat.stakes && seat.hand ? seat.why || seat.hand : banking ? "You are the bank" : "";
  const spots = byId("spots"), staging = isStaging();
  for (const gone of [...spots.children].filter((one) => !game.onFelt.includes(one.dataset.spot))) gone.remove();
  for (const spot of game.onFelt) drawSpot(spots.querySelector(`[data-spot="${spot}"]`) || newSpot(spots, spot), spot, seat, felt, staging);
  drawPayouts(seat, felt);
}

function newSpot(spots, spot) {
  const button = make("button", {
    class: `spot ${spot} ${game.spots[spot].placed}`,
    "data-spot": spot,
    type: "button",
    onclick: (event) => { place(spot); if (event.detail) event.currentTarget.blur(); },
    oncontextmenu: (event) => { event.preventDefault(); take(spot); },
  });
  Object.assign(button.style, placeOf(spot));
  spots.append(button);
  return button;
}

function drawSpot(button, spot, seat, felt, staging) {
  const { felt: words, placed } = game.spots[spot];
  const mayBet = staging && placed === "before";
  const amount = staging && (room.fresh || !felt.over) ? amountStaged(spot) : felt.void_reason ? 0 : amountOn(seat, spot);
  const result = seat && seat.results ? seat.results.find((row) => row.spot === spot) : null;
  const why = mayBet ? whyNot(spot) : "";
  button.disabled = !mayBet;
  button.classList.toggle("dim", Boolean(why) && !amount);
  button.title = why;
  const brought = result && !staging ? `, ${signed(result.net)}, ${result.reason}` : "";
  button.setAttribute("aria-label", `${words} ${amount ? dollars(amount) : "empty"}${brought}${why ? `. ${why}` : ""}`);
  button.replaceChildren(make("span", { class: "word" }, words), make("span", { class: "amount" }, amount ? dollars(amount) : ""));
  if (spot === "progressive") {
    const accepted = !staging && felt.stage && felt.stage !== "betting" && amount;
    button.prepend(make("span", { class: "lights", "aria-hidden": "true" }, make("span", { class: `light ${amount ? "on" : ""}` }), make("span", { class: `light ${accepted ? "on" : ""}` })));
  }
  const pending = result && isPending(result, seat);
  if (amount && (!result || pending || (staging && !felt.over))) button.append(stackOf(amount));
  if (!result || (staging && !felt.over)) return;
  const net = result.net + (spot === "progressive" ? seat.meter_paid : 0);
  if (pending) button.append(make("span", { class: "result push" }, "pending"));
  else button.append(make("span", { class: `result ${net > 0 ? "win" : net < 0 ? "loss" : "push"}` }, net ? signed(net) : "push"));
}

const amountOn = (seat, spot) => (seat && seat.stakes && (seat.stakes[spot] || seat.raised[spot])) || 0;

// Where a spot lies on the felt, as a place in the grid of its rows.
function placeOf(spot) {
  const row = game.rows.findIndex((cells) => cells.includes(spot));
  const first = game.rows[row].indexOf(spot);
  return { gridRow: String(row + 1), gridColumn: `${first + 1} / ${game.rows[row].lastIndexOf(spot) + 2}` };
}

function drawPayouts(seat, felt) {
  const list = byId("payouts");
  const bank = felt.over && felt.bank && felt.bank.seat === room.page.you.seat ? felt.bank : null;
  const settled = seat && seat.results && seat.results.length && (felt.over || felt.stage === "showdown");
  const rows = settled ? seat.results.map((row) => [`${row.felt} · ${row.reason}`, isPending(row, seat) ? null : row.net]) : [];
  if (bank) rows.push([`Bank · against ${felt.seats.length === 1 ? "one seat" : felt.seats.length + " seats"}`, bank.net]);
  if (rows.length && seat && seat.meter_paid) rows.push(["Jackpot!", seat.meter_paid]);
  const fee = (seat ? seat.fee : 0) + (bank ? bank.fee : 0);
  if (rows.length && fee) rows.push(["Collection", -fee]);
  list.hidden = !rows.length;
  list.replaceChildren(...rows.map(([words, net]) => payoutRow(words, net)));
  if (rows.length) list.append(payoutRow("This round", rows.reduce((sum, [, net]) => sum + (net || 0), 0), "total"));
}

const payoutRow = (words, net, name = "") => make("li", { class: name }, make("span", { title: words }, words), make("span", { class: `money ${net > 0 ? "win" : net < 0 ? "loss" : "muted"}` }, net === null ? "pending" : net ? signed(net) : "$0"));

function drawBank(felt) {
  const spot = byId("bank"), { page } = room;
  spot.hidden = !page.table.player_banked;
  if (spot.hidden) return;
  const { bank } = felt;
  spot.textContent = bank ? `Bank: seat ${bank.seat}, ${dollars(bank.wager)}, ${bank.coverage} coverage` : page.bank_offer.length ? `The bank is offered to seat ${page.bank_offer[0]}` : "Nobody banks: no round is dealt";
}

export const voidWords = (felt) => (felt.over && felt.void_reason ? `Round ${game.table.practice ? felt.id.slice(felt.id.lastIndexOf("-") + 1) : felt.id} is void: ${felt.void_reason}. Every bet is back with its owner.` : "");

function drawStopped(felt) {
  const spot = byId("stopped"), { page } = room;
  const stopped = page.table.stopped ? `This table is closed. ${page.round ? "The round in play is finished; no new one" : "No round"} begins until it goes on.` : "";
  const late = page.by_clock && page.by_clock.round === felt.id ? page.by_clock.text : "";
  const text = [stopped, voidWords(felt), late, room.pacing ? "" : page.progressive_says].filter(Boolean).join(" ");
  spot.hidden = !text;
  if (spot.textContent !== text) spot.textContent = text;
}
