// What the page knows: the newest state of the table, what is shown of it, and what its player has begun to do.

import { byId } from "../make.js";
import { browserStorage } from "../storage.js";

const page = JSON.parse(byId("page").textContent);

export const room = {
  page, // the newest state: what orders are given on
  shown: { felt: {}, purse: page.you.chips }, // what lies on the felt and in the purse for the eye, which may be steps behind
  pacing: false, // whether there is more to show, step by step
  chip: Number(browserStorage.get("chip")) || 5,
  bets: {},
  fresh: false, // whether this player has begun to bet for the round to come
  bank: "200", // what stands in the field of the bank's wager
  gone: null, // the seat of a friend of whom the host says that they have gone
  said: "",
  refused: false,
  draw: () => {},
};

// The felt is the game's: its spots, their words, letters and places, and how many cards lie where.
// A table that joins a link gets a spot more, so this is read again with every state.
export const game = {};
export function readFelt() {
  const table = room.page.table;
  const rows = table.felt.rows.map((row) => row.split(" "));
  const spots = Object.fromEntries(table.spots.map((spot) => [spot.key, spot]));
  Object.assign(game, {
    table,
    base: table.base,
    rows,
    spots,
    keys: Object.fromEntries(table.spots.filter((spot) => spot.letter).map((spot) => [spot.letter, spot.key])),
    onFelt: [...new Set(rows.flat())].filter((key) => spots[key]),
    baseSpots: table.spots.filter((spot) => spot.key === table.base || spot.follows === table.base),
  });
}
readFelt();

export const paytableOf = (spot) => game.table.paytables.find((one) => one.bet === spot || one.spots.includes(spot));
export const leads = (key) => game.spots[key].follows || key;
export const mine = () => room.page.seats.find((seat) => seat.you);
export const seatOf = (felt) => (felt.seats || []).find((one) => one.you);
export const isBetting = () => Boolean(room.page.round && room.page.round.stage === "betting");
export const bettingDone = () => Boolean(mine() && (mine().stakes || (room.page.round && room.page.round.bank && room.page.round.bank.seat === mine().number)));
export const isStaging = () => Boolean(!room.pacing && !game.table.real_cards && isBetting() && room.page.you.seat && !bettingDone());
export const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

// What lies on the felt: the round in play, or, until you bet again, the one that is over.
export function feltOf(page) {
  const round = page.round;
  const over = page.last && (!round || (round.stage === "betting" && !room.fresh && !bettingDone()));
  return over ? { ...page.last, over: true } : { ...(round || {}), seats: page.seats, over: false };
}

// A pay that a meter owes and has not paid: neither won nor lost yet.
export const isPending = (row, seat) => row.why === "meter_pays" && !seat.meter_paid;
