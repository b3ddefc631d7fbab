// For who listens: every card, decision and payout once, in order, and not before it is seen.

import { byId, make } from "../make.js";
import { room } from "./state.js";

const MOST = 40;
const waiting = [];
const seen = new Set(); // the steps that have been shown on the way to where the felt comes next
let heard = Math.max(0, ...room.page.log.map((line) => line.n));

export function listen(page) {
  for (const line of page.log.filter((one) => one.n > heard)) {
    waiting.push(line);
    heard = line.n;
  }
}

const lastOf = (goal) => goal.page.version * 1000 + 999;

function say(upTo, isDue) {
  const live = byId("announcer");
  while (waiting.length && waiting[0].n <= upTo && isDue(waiting[0])) live.append(make("p", {}, waiting.shift().text));
  while (live.children.length > MOST) live.firstElementChild.remove();
}

export const ears = {
  step(name, _before, _felt, goal) {
    // A hand is named on every street: what is said at the end waits for the words of the end.
    if (!["bets", "words", "money", ""].includes(name)) ["words", "money"].forEach((later) => seen.delete(later));
    seen.add(name);
    say(lastOf(goal), (line) => !line.step || seen.has(line.step));
  },
  reach(goal) {
    seen.clear();
    say(lastOf(goal), () => true);
  },
};
