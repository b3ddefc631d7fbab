// The pace of the table: what arrives is shown step by step, each for its time. Nobody waits who has something to decide.

import { bettingDone, feltOf, isBetting, isStill, room } from "./state.js";
import { nextStep } from "./steps.js";

const NEAR_MS = 4000;
const goals = []; // felts to come to, in order: rounds that are over, and what is in play now
let timer = null;
let notBefore = 0;
let hurried = false;
let watchers = [];

// `watch({ step, reach })`: step(name, before, felt, goal) for each step shown, reach(goal) once a goal is all there.
export const watch = (watcher) => watchers.push(watcher);

// One more felt to come to. What was in play is only a way there; a round that is over is shown to its end.
export function aim(goal) {
  if (goals.length && !goals[goals.length - 1].felt.over) goals.pop();
  goals.push(goal);
}

const isDue = () => room.page.legal.length > 0 || (room.fresh && isBetting() && !bettingDone()) || isLate();
const isLate = () => Boolean(room.page.deadline_ms) && room.page.deadline_ms - Date.now() - room.page.clock_skew_ms < NEAR_MS;
const atOnce = () => hurried || isStill() || document.hidden || isDue();

// Show whatever may be shown by now.
export function go() {
  clearTimeout(timer);
  timer = null;
  while (goals.length) {
    const [goal] = goals;
    const before = room.shown.felt;
    const step = nextStep(before, goal.felt, goal.page.table, goal.page.you.seat);
    if (!step) {
      goals.shift();
      watchers.forEach((one) => one.reach && one.reach(goal));
      continue;
    }
    const wait = step.ms && !atOnce() ? notBefore - performance.now() : 0;
    if (wait > 0) {
      timer = setTimeout(go, wait);
      break;
    }
    if (step.ms) notBefore = performance.now() + step.ms;
    room.shown.felt = step.felt;
    room.pacing = true;
    watchers.forEach((one) => one.step && one.step(step.name, before, step.felt, goal));
  }
  room.pacing = timer !== null;
  if (!room.pacing) {
    hurried = false;
    room.shown.felt = feltOf(room.page);
  }
  room.draw();
}

// All that is left of it now.
export function hurry() {
  if (timer === null) return false;
  hurried = true;
  go();
  return true;
}

document.addEventListener("visibilitychange", () => document.hidden && timer !== null && go());
