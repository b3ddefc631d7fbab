// Betting: chips onto spots before the deal. What the house would refuse is not offered, and says why.

import { dollars } from "../money.js";
import { CHIPS } from "../stack.js";
import { browserStorage, tabStorage } from "../storage.js";
import { slide } from "./chips.js";
import { order, tell } from "./orders.js";
import { sound } from "./sound.js";
import { bettingDone, game, isBetting, leads, room } from "./state.js";
import { named } from "./words.js";

const remembered = () => `bets:${room.page.table.id}`;
export const lastBets = () => tabStorage.read(remembered()) || betsOfLastRound();

// A page that is opened again has them from the round that was yours last.
function betsOfLastRound() {
  const { last } = room.page;
  const stakes = last && last.seats.find((one) => one.you && one.stakes)?.stakes;
  return stakes ? Object.fromEntries(Object.entries(stakes).filter(([spot]) => leads(spot) === spot)) : null;
}

const NUMBERS = ["no", "one", "two", "three", "four", "five"];

export const amountStaged = (spot) => room.bets[leads(spot)] || 0;
const followers = (spot) => game.table.spots.filter((one) => one.follows === spot && one.placed === "before").length;
const down = (bets = room.bets) => Object.entries(bets).reduce((sum, [spot, cents]) => sum + (cents || 0) * (1 + followers(spot)), 0);
export const stagedTotal = () => down();
export const chipsLeft = () => room.page.you.chips - (room.fresh ? down() : 0);
const leftWords = () => (chipsLeft() > 0 ? `${dollars(chipsLeft())} of your chips ${chipsLeft() === 100 ? "is" : "are"} left` : "you have no chips left");

// "; the Blind follows it", where a spot does; where the spots have numbers for names, that they get the same.
export function following(what) {
  if (!named(game.table)) {
    const laid = game.onFelt.map((key) => game.spots[key]).filter((spot) => game.baseSpots.includes(spot));
    return `; ${laid.map((spot) => spot.felt).join(", ").replace(/, ([^,]*)$/, " and $1")} get the same bet`;
  }
  const words = game.baseSpots.filter((spot) => spot.follows).map((spot) => `the ${spot.felt} follows${what}`);
  return words.length ? `; ${words.join(", ")}` : "";
}

const leastOn = (spot) => (spot === "progressive" ? room.page.table.progressive_stake : (game.spots[spot].limits || [100])[0]);

// Why nothing may be put on a spot now, in words; nothing where it may.
export function whyNot(spot) {
  spot = leads(spot);
  const { felt, needs } = game.spots[spot];
  const bets = room.fresh ? room.bets : goesOn(spot) ? lastBets() : {};
  const missing = (needs || []).filter((other) => !bets[other]).map((other) => game.spots[other].felt);
  if (missing.length) return `${felt} needs a bet on the ${missing.join(" and the ")} first.`;
  if (bets[spot]) return "";
  const games = new Set(Object.keys(bets).filter((key) => bets[key]).map(leads));
  const most = room.page.table.most_games;
  if (most && games.size >= most) return `A player may be in ${NUMBERS[most]} games: ${felt} would be one more.`;
  if (leastOn(spot) * (1 + followers(spot)) > chipsLeft()) return `${felt} begins at ${dollars(leastOn(spot))}${followers(spot) ? " on each spot" : ""}, and ${leftWords()}.`;
  return "";
}

export function place(spot) {
  if (!isBetting() || bettingDone() || room.pacing) return;
  spot = leads(spot);
  if (!room.fresh && !goesOn(spot)) begin();
  else if (!room.fresh && !rebet()) return;
  const why = whyNot(spot);
  if (why) return tell(why, true);
  const { felt } = game.spots[spot];
  if (spot === "progressive") room.bets.progressive = room.bets.progressive ? 0 : room.page.table.progressive_stake;
  else {
    const most = game.spots[spot].limits[1], before = room.bets[spot] || 0;
    const after = Math.min(most, before + room.chip * 100);
    if (after === before) return tell(`The ${felt} takes at most ${dollars(most)}.`, true);
    if ((after - before) * (1 + followers(spot)) > chipsLeft()) return tell(`A $${room.chip} chip${followers(spot) ? ` on each spot` : ""} is too much: ${leftWords()}.`, true);
    room.bets[spot] = after;
  }
  sound("chip");
  slide((room.bets[spot] || 0) && room.chip * 100, document.querySelector(`.chip.c${room.chip}`), document.querySelector(`#spots [data-spot="${spot}"]`));
  tell("");
}

// A chip back; what cannot lie there without it comes back with it.
export function take(spot) {
  spot = leads(spot);
  room.bets[spot] = Math.max(0, (room.bets[spot] || 0) - room.chip * 100);
  for (const other of game.table.spots) {
    if (room.bets[other.key] && other.needs.some((needed) => !room.bets[needed])) room.bets[other.key] = 0;
  }
  tell("");
}

// After a round the last bets still lie there: a side bet is put beside them, and a new base bet begins anew.
const goesOn = (spot) => spot !== game.base && Boolean(lastBets()?.[game.base]);

function begin() {
  room.fresh = true;
  room.bets = {};
}

export function clear() {
  begin();
  tell("");
}

export function rebet() {
  const last = lastBets();
  if (!last) return tell(`There is nothing to repeat yet: put chips on the ${game.spots[game.base].felt}.`, true);
  if (down(last) > room.page.you.chips) return tell(`Your last bets were ${dollars(down(last))}, and ${dollars(room.page.you.chips)} of your chips are left: bet less.`, true);
  room.fresh = true;
  room.bets = { ...last };
  tell("");
  return true;
}

// What is wrong with the bets as they lie, said before they are sent.
function amiss() {
  const { table, spots } = game;
  if (!room.fresh || !table.dealt_in.some((spot) => room.bets[spot])) return `Put at least ${dollars(spots[game.base].limits[0])} on the ${spots[game.base].felt}${following(" it")}.`;
  for (const spot of table.spots.filter((one) => room.bets[one.key] && one.limits)) {
    const [least, most] = spot.limits;
    if (room.bets[spot.key] < least) return `The ${spot.felt} is ${dollars(room.bets[spot.key])}, below this table's limits of ${dollars(least)} to ${dollars(most)}.`;
  }
  return "";
}

export async function deal() {
  if (!room.fresh && lastBets() && !rebet()) return;
  const wrong = amiss();
  if (wrong) return tell(wrong, true);
  const { bets } = room;
  const base = bets[game.base] ? [bets[game.base] / 100] : [];
  const words = ["bet", ...base, ...game.onFelt.filter((spot) => spot !== game.base && bets[spot]).map((spot) => `${spot} ${bets[spot] / 100}`)];
  if (await order(words.join(" "))) tabStorage.write(remembered(), bets);
}

export function pick(value) {
  if (value * 100 > chipsLeft() && value !== CHIPS[0]) return tell(`No $${value} chip: ${leftWords()}.`, true);
  room.chip = value;
  browserStorage.set("chip", String(value));
  tell("");
}
