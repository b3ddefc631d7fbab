// What the coach remembers. Of a table: every decision of the round. Of the visit: the score, and of each game the curve
// and the rounds whose values are still to come, from whatever table. All of it is kept in this tab, so that reading the
// page anew or going to another table loses nothing.
//
// A decision that is faced is { street, sight, stake }; then comes { action, byClock }, and last the lab's { answer }.

import { tabStorage } from "../../storage.js";

const recall = (key, empty) => ({ ...empty, ...tabStorage.read(key) });

export const visit = recall("coach:visit", { games: {}, score: { asked: 0, right: 0, cost: 0 } });
export let here = null;
let key = "";

export function openMemory(table) {
  if (key) return;
  key = `coach:${table.id}`;
  here = recall(key, { round: null, faced: [], seen: null });
  // The round that is shown and waits to be counted is one: what is learnt of the one is learnt of the other.
  const waiting = uncounted().find((round) => round.id === here.round);
  if (waiting) {
    decided().forEach((one, place) => Object.assign(one, waiting.faced[place]));
    waiting.faced = decided();
  }
  if (!waiting && here.seen === here.round) for (const one of here.faced) if (one) one.scored = true; // it was counted elsewhere
}

// What is told of a game: its curve, how many rounds are in it, and those that wait to be.
export function totalOf(table) {
  visit.games[table.game] ||= { name: table.game_name, curve: [], rounds: 0, uncounted: [] };
  return visit.games[table.game];
}

export const totals = () => Object.values(visit.games);
export const uncounted = () => totals().flatMap((total) => total.uncounted);

export function keep() {
  tabStorage.write(key, here);
  tabStorage.write("coach:visit", visit);
}

export function beginRound(id) {
  if (here.round === id) return;
  here.round = id;
  here.faced = [];
}

// A choice lies before you; until you act, what you see may still change (cards that lie face up).
export function face(place, decision) {
  const known = here.faced[place];
  if (!known) here.faced[place] = decision;
  else if (!known.action) Object.assign(known, decision);
  return here.faced[place];
}

// What the table says was done, street by street; the last of it by the clock, or not.
export function confirm(line, byClock, quiz) {
  line.forEach((action, place) => {
    const decision = here.faced[place];
    if (!decision) return; // it was made before anybody looked
    const clocks = Boolean(byClock) && place === line.length - 1;
    if (!decision.action) decide(decision, action, quiz && !clocks); // a quiz asks nobody who is away
    decision.action = action;
    if (clocks) decision.byClock = true;
  });
}

export function decide(decision, action, quiz) {
  decision.action = action;
  if (decision.first) return;
  decision.first = action; // what a quiz asks for; an order that was refused may be followed by another
  decision.asked = quiz && !decision.shown;
}

export const decided = () => here.faced.filter((one) => one && one.action);

// Decisions that the lab has not judged yet, of this round and of those that wait to be counted.
export const unjudged = () => [...uncounted().flatMap((round) => round.faced), ...here.faced].filter((one) => one && one.action && !one.answer);

// What a decision gave up against the best one, in base bets; nothing is known of it before the answer.
export function costOf({ answer, action }, by = action) {
  if (!answer || !answer.choices) return null;
  const chosen = answer.choices.find((choice) => choice.action === by);
  return chosen ? answer.choices[0].value - chosen.value : null;
}
