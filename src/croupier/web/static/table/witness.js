// What this browser saw of a round before its shuffle was revealed: the fingerprint of the house's seed, the words that
// were mixed in, the cards. It is kept here, out of the house's reach; only so can it show whether the house kept its word.

const KEPT = 300;
const PREFIX = "witness:";

export function keptOf(round) {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + round));
  } catch {
    return null;
  }
}

function keep(round, kept) {
  try {
    localStorage.setItem(PREFIX + round, JSON.stringify(kept));
  } catch {
    // A browser that keeps nothing is told so on the page of the round.
  }
}

function forgetTheOldest() {
  const rounds = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX));
  if (rounds.length < KEPT) return;
  const since = (key) => (keptOf(key.slice(PREFIX.length)) || { since: 0 }).since;
  rounds.sort((one, other) => since(one) - since(other));
  for (const key of rounds.slice(0, rounds.length - KEPT + 1)) localStorage.removeItem(key);
}

// Take in a state of the table; what contradicts an earlier one is said at once, and kept.
export function witness(page) {
  const last = page.last && keptOf(page.last.id) ? look(page.last, page) : ""; // what was over before one came in, nobody saw
  const now = page.round ? look(page.round, page) : "";
  return last || now;
}

function look(round, page) {
  const mine = (round.seats || []).find((seat) => seat.you);
  let kept = keptOf(round.id);
  if (!kept) {
    forgetTheOldest();
    // A promise counts only if it was heard before one bet on it.
    const before = round.stage === "betting" && !(mine && mine.stakes);
    kept = { since: Date.now(), commitment: round.commitment, before, words: null, others: {}, seats: [], cards: {}, wrong: "" };
  }
  kept.procedure = page.table.procedure;
  kept.felt = page.table.felt;
  if (round.commitment !== kept.commitment) wrong(kept, `the fingerprint of round ${round.id} was ${kept.commitment} and became ${round.commitment}`);
  if (!round.dealt) kept.others = { ...round.words };
  if (page.you.seat && (round.bank || mine)) kept.seat = page.you.seat;
  if (round.dealt) {
    kept.seats = round.seats.map((seat) => seat.number);
    for (const seat of round.seats) see(kept, `seat ${seat.number}`, seat.cards);
    see(kept, "dealer", round.dealer);
    see(kept, "board", round.board);
  }
  keep(round.id, kept);
  return kept.wrong;
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
