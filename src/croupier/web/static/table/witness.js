// What this browser saw of a round before its shuffle was revealed: the fingerprint of the house's seed, how the cards were to
// be dealt and to whom, the words that were mixed in, the cards. It is kept here, out of the house's reach; only so can it show
// whether the house kept its word.

import { browserStorage } from "../storage.js";

const KEPT = 300;
const AN_HOUR = 3_600_000; // for so long nothing is forgotten: a house could name rounds until the one in play is
const PREFIX = "witness:";

export function keptOf(round) {
  return browserStorage.read(PREFIX + round);
}

function keep(round, kept) {
  // A browser that keeps nothing is told so on the page of the round. What was kept before is not all that was seen.
  if (!browserStorage.write(PREFIX + round, kept)) browserStorage.remove(PREFIX + round);
}

function forgetTheOldest() {
  const rounds = browserStorage.keys().filter((key) => key.startsWith(PREFIX));
  if (rounds.length < KEPT) return;
  const since = (key) => (keptOf(key.slice(PREFIX.length)) || { since: 0 }).since;
  rounds.sort((one, other) => since(one) - since(other));
  for (const key of rounds.slice(0, rounds.length - KEPT + 1)) if (since(key) < Date.now() - AN_HOUR) browserStorage.remove(key);
}

let newest = null; // the newest state, and the round that was open in it

// Take in a state of the table; what contradicts an earlier one is said at once, and kept.
export function witness(page) {
  const lost = vanished(page);
  if (!newest || newest.table !== page.table.id || newest.version < page.version) newest = { table: page.table.id, version: page.version, round: page.round && page.round.id };
  const last = page.last && keptOf(page.last.id) ? look(page.last, page) : ""; // what was over before one came in, nobody saw
  const now = page.round ? look(page.round, page) : "";
  return lost || last || now;
}

// A round that was open is there in the next state, or was the last one.
function vanished(page) {
  if (!newest || !newest.round || newest.table !== page.table.id || newest.version + 1 !== page.version) return "";
  if ([page.round, page.last].some((round) => round && round.id === newest.round)) return "";
  const kept = keptOf(newest.round);
  if (!kept) return "";
  wrong(kept, `round ${newest.round} was gone before it was over`);
  keep(newest.round, kept);
  return kept.wrong;
}

// Whoever deals knows the deck, and the same deck gives other cards by another procedure, or to other seats. So how the cards
// go out counts as it was first shown, and who is in, who banks and which words are mixed in as they were when bets closed.
function look(round, page) {
  const mine = (round.seats || []).find((seat) => seat.you);
  let kept = keptOf(round.id);
  if (!kept) {
    forgetTheOldest();
    // A promise counts only if it was heard before one bet on it.
    const before = round.stage === "betting" && !(mine && mine.stakes);
    kept = { since: Date.now(), commitment: round.commitment, dealing: round.dealing, before, version: page.version, closed: false, missed: false, void: false, away: false, words: null, seats: [], bank: null, others: {}, cards: {}, wrong: "" };
    pin(kept, round);
  }
  if (!kept.dealing) return kept.wrong; // begun by an older page, which did not keep how the cards were to be dealt
  if (round.commitment !== kept.commitment) wrong(kept, `the fingerprint of round ${round.id} was ${kept.commitment} and became ${round.commitment}`);
  if (round.dealing !== kept.dealing) wrong(kept, `the cards were to be dealt as “${kept.dealing}” and then as “${round.dealing}”`);
  const stale = round.stage === "betting" && page.version < kept.version; // another window is ahead of this one
  // But where this very window had a newer state before, nobody can say which of the two was first: who bet is not known.
  if (stale && !kept.closed && newest.table === page.table.id && page.version < newest.version) kept.missed = true;
  if (!stale) {
    if (round.stage === "betting" && !kept.closed && !isDealt(round)) {
      pin(kept, round);
      kept.away = page.you.seat !== kept.seat;
    } else hold(kept, round, page.version > kept.version + 1);
    kept.version = Math.max(kept.version, page.version);
  }
  kept.void ||= round.stage === "void";
  if (page.you.seat && kept.words === null && (round.bank || mine)) kept.seat = page.you.seat;
  for (const seat of round.seats) see(kept, `seat ${seat.number}`, seat.cards);
  see(kept, "dealer", round.dealer);
  see(kept, "board", round.board);
  keep(round.id, kept);
  return kept.wrong;
}

// Once a card is seen bets are closed, whatever a state calls it.
const isDealt = (round) => [...round.seats.map((seat) => seat.cards), round.dealer, round.board].some((cards) => (cards || []).some(Boolean));

// Who is in, who banks and which words are mixed in, as a state shows it. Cards go from the first seat to the last, in whichever
// order the house names them.
const company = (round) => ({ seats: [...new Set(round.seats.map((seat) => seat.number))].sort((one, other) => one - other), bank: round.bank ? round.bank.seat : null, others: { ...round.words } });

const pin = (kept, round) => Object.assign(kept, company(round));

// No more bets: from the last state in which they were open nobody joins, leaves or speaks. `missed` says that states between
// were not shown here; then somebody may have, which is no contradiction, but not known either.
function hold(kept, round, missed) {
  const now = company(round);
  const changes = changed(kept, now);
  if (changes && !kept.closed && missed) Object.assign(kept, now, { missed: true });
  else if (changes) wrong(kept, `${changes} after the bets were closed`);
  kept.closed = true;
}

function changed(kept, now) {
  const came = now.seats.find((seat) => !kept.seats.includes(seat));
  const left = kept.seats.find((seat) => !now.seats.includes(seat));
  if (came !== undefined) return `seat ${came} came in`;
  if (left !== undefined) return `seat ${left} was gone`;
  if (now.bank !== kept.bank) return `the bank went from ${kept.bank === null ? "nobody" : `seat ${kept.bank}`} to ${now.bank === null ? "nobody" : `seat ${now.bank}`}`;
  const seat = [...Object.keys(kept.others), ...Object.keys(now.others)].find((one) => kept.others[one] !== now.others[one]);
  return seat === undefined ? "" : `the words of seat ${seat} became others`;
}

// A card that was seen once stays what it was.
function see(kept, where, cards) {
  (cards || []).forEach((card, i) => {
    const place = `${where} ${i}`;
    if (!card) return;
    if (kept.cards[place] && kept.cards[place] !== card) wrong(kept, `card ${i + 1} of ${where === "dealer" || where === "board" ? `the ${where}` : where} was ${kept.cards[place]} and became ${card}`);
    kept.cards[place] ||= card;
  });
}

function wrong(kept, text) {
  kept.wrong ||= text;
}

// Words of one's own, once the house has said that it took them.
export function said(round, seat, words) {
  const kept = keptOf(round);
  if (kept) keep(round, { ...kept, words, seat });
}
