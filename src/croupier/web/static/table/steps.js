// The way from one felt to another, step by step: bets, then cards as the dealer turns them, then words, then money.
// Pure: felts in, the next felt out. However much a state brings at once, it is seen in this order.

const MS = { bets: 260, deal: 420, board: 620, dealer: 620, hands: 520, words: 620, money: 700 };

const NOTHING_WON = { outcome: null, plays: [], why: "", results: [], net: 0, fee: 0, meter_paid: 0 };
const isStaked = (seat) => Boolean(seat && seat.stakes);
const staked = (felt) => (felt.seats || []).filter(isStaked);
const seatAt = (felt, number) => (felt.seats || []).find((seat) => seat.number === number);
const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);
const faceUp = (cards) => (cards || []).filter(Boolean).length;

// The next step from what is shown to where it must come, or null where it has come there.
export function nextStep(shown, goal, table, you) {
  if (same(shown, goal)) return null;
  const rest = { name: shown.id === goal.id ? "" : "bets", ms: 0, felt: goal };
  if (!goal.dealt || goal.void_reason) return rest;
  if (shown.id !== goal.id || !shown.seats) return { name: "bets", ms: MS.bets, felt: bare(goal) };
  for (const step of [bets, deal, board, dealer, hands, words, money]) {
    const found = step(shown, goal, table, you);
    if (found) return found;
  }
  return rest;
}

// A round of which no card has been seen yet: only its bets lie there.
function bare(goal) {
  return {
    ...goal,
    ...{ over: false, stage: "locked", dealt: false, board: [], dealer: null, dealer_hand: null, dealer_qualifies: null, dealer_plays: [] },
    bank: goal.bank && { ...goal.bank, net: 0, fee: 0 },
    seats: goal.seats.map((seat) => ({ ...seat, ...NOTHING_WON, due: false, cards: null, hand: null })),
  };
}

// What is shown, with some of the goal: all that is not named stays as it is.
function towards(shown, goal, name, ms, more, ofSeat = () => ({})) {
  const stage = goal.over ? "showdown" : goal.stage;
  const seats = goal.seats.map((seat) => {
    const before = seatAt(shown, seat.number) || { ...seat, ...NOTHING_WON, cards: null, hand: null };
    return { ...before, due: false, ...ofSeat(seat, before) };
  });
  return { name, ms, felt: { ...shown, stage, ...more, seats } };
}

const changed = (shown, goal, facts) => staked(goal).some((seat) => !same(facts(seat), facts(seatAt(shown, seat.number) || {})));

// While there is more to come, a hand that lies open is named with the cards that make it; the last words come apart.
const namedNow = (goal, seat, count) => (goal.board.length === count && !goal.dealer_hand && !seat.outcome && seat.cards ? { hand: seat.hand } : {});

function bets(shown, goal) {
  const facts = ({ stakes, raised, decision }) => ({ stakes, raised, decision });
  if (!changed(shown, goal, facts)) return null;
  const moved = changed(shown, goal, ({ stakes, raised }) => ({ stakes, raised }));
  return towards(shown, goal, "bets", moved ? MS.bets : 0, {}, facts);
}

function deal(shown, goal, table, you) {
  if (shown.dealt) return null;
  const banks = goal.bank && goal.bank.seat === you;
  const up = table.felt.up && goal.dealer ? [...Array(table.felt.dealer - table.felt.up).fill(null), ...goal.dealer.slice(-table.felt.up)] : null;
  const more = { dealt: true, deck_colour: goal.deck_colour, dealer: banks ? goal.dealer : up };
  return towards(shown, goal, "deal", MS.deal, more, (seat) => ({ cards: seat.you || table.face_up ? seat.cards : null, ...namedNow(goal, seat, 0) }));
}

function board(shown, goal, table) {
  const lie = shown.board.length;
  if (goal.board.length <= lie) return null;
  const turned = table.felt.reveals.find((reveal) => reveal.board > lie && reveal.board <= goal.board.length);
  const count = turned ? turned.board : goal.board.length;
  return towards(shown, goal, turned ? turned.step : "board", MS.board, { board: goal.board.slice(0, count) }, (seat) => namedNow(goal, seat, count));
}

const dealer = (shown, goal) => (faceUp(goal.dealer) > faceUp(shown.dealer) ? towards(shown, goal, "dealer", MS.dealer, { dealer: goal.dealer }) : null);

function hands(shown, goal) {
  const facts = ({ cards }) => ({ cards });
  return changed(shown, goal, facts) ? towards(shown, goal, "hands", MS.hands, {}, facts) : null;
}

function words(shown, goal) {
  const facts = ({ hand, outcome, plays, why }) => ({ hand, outcome, plays, why });
  const named = ({ dealer_hand, dealer_qualifies, dealer_plays }) => ({ dealer_hand, dealer_qualifies, dealer_plays });
  if (!changed(shown, goal, facts) && same(named(shown), named(goal))) return null;
  return towards(shown, goal, "words", MS.words, named(goal), facts);
}

function money(shown, goal) {
  const facts = ({ results, net, fee, meter_paid }) => ({ results, net, fee, meter_paid });
  if (!changed(shown, goal, facts) && same(shown.bank, goal.bank)) return null;
  return { name: "money", ms: MS.money, felt: goal };
}
