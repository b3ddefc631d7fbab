// The table from the player's chair. The server says what is true; this page shows it and says what you may do.

import { fourColours } from "../cards.js";
import { connect } from "../live.js";
import { byId } from "../make.js";
import { CHIPS } from "../stack.js";
import { browserStorage } from "../storage.js";
import { drawBar, press } from "./bar.js";
import { pick, place, take } from "./betting.js";
import { chipMoves } from "./chips.js";
import { drawCoach, noteRound } from "./coach.js";
import { ears, listen } from "./ears.js";
import { drawFelt } from "./felt.js";
import { onAnswer, order, tell } from "./orders.js";
import { aim, go, hurry, watch } from "./pace.js";
import { drawSide } from "./side.js";
import { sounds } from "./sound.js";
import { said, witness } from "./witness.js";
import { feltOf, game, isStaging, readFelt, room, seatOf } from "./state.js";

room.draw = () => {
  if (!room.pacing) room.shown.felt = feltOf(room.page);
  const { felt } = room.shown;
  drawFelt(felt);
  drawBar();
  drawSide(felt);
  if (game.table.coached) drawCoach(room.page, felt);
  const looksOn = !room.page.you.seat && !room.page.may_sit; // there is nobody whose place would have to be kept
  Object.assign(document.body.dataset, { onlooker: looksOn ? "yes" : "no", stage: felt.over ? "over" : felt.stage || "none", version: room.page.version, pacing: room.pacing ? "yes" : "no" });
};

// What arrives. This is the one place where a new state of the table is taken in, before anything of it is shown.

// What is posted beside the felt was written with the page: where the house changes it, the page is read anew.
const posted = (table) => JSON.stringify([table.notices, table.paytables, table.limits_text, table.procedure, table.approval, table.real_cards]);
const postedHere = posted(room.page.table);
const roundOf = (page) => page.round && page.round.id;

function heed(page) {
  const wrong = witness(page);
  if (wrong) tell(`The house contradicts itself: ${wrong}.`, true);
}

export function arrive(next) {
  const before = room.page;
  if (posted(next.table) !== postedHere) {
    location.reload();
    return;
  }
  if (next.version <= before.version && next.you.chips === before.you.chips && next.table.id === before.table.id && next.stamp <= before.stamp) return;
  next.clock_skew_ms = next.now_ms - Date.now();
  heed(next);
  if (next.round && roundOf(next) !== roundOf(before)) room.fresh = false;
  room.page = next;
  readFelt();
  listen(next);
  if (next.last && next.last.id !== (before.last && before.last.id)) aim({ page: next, felt: { ...next.last, over: true } });
  aim({ page: next, felt: feltOf(next) });
  go();
}

// What each step brings with it

const onFelt = (felt) => {
  const seat = seatOf(felt) || {};
  const bank = felt.bank && felt.bank.seat === room.page.you.seat ? felt.bank.wager : 0;
  return [seat.stakes, seat.raised].flatMap((amounts) => Object.values(amounts || {})).reduce((sum, cents) => sum + cents, bank);
};

watch({
  // Chips that go onto the felt leave the purse at once; what comes back is counted with the money.
  step(name, before, felt, goal) {
    if (name) document.body.dataset.step = name;
    if (name === "bets" && felt.dealt) room.shown.purse -= onFelt(felt) - onFelt(before);
    if (name === "money") room.shown.purse = goal.page.you.chips;
  },
  reach(goal) {
    room.shown.purse = goal.page.you.chips;
    if (goal.felt.over && game.table.coached) noteRound(goal.felt);
  },
});
watch(ears);
watch(chipMoves);
watch(sounds);

// Keys

addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input:not([type=checkbox]), select, textarea")) return;
  const key = event.key.toLowerCase();
  const pressing = event.target.closest("button, a, input, summary");
  if (key === " ") {
    if (!pressing && hurry()) event.preventDefault();
  } else if (!(key === "enter" && pressing) && press(key)) event.preventDefault();
  else if (isStaging()) {
    if (game.keys[key] && game.onFelt.includes(game.keys[key])) (event.shiftKey ? take : place)(game.keys[key]);
    else if ("12345".includes(key)) pick(CHIPS[Number(key) - 1]);
  }
});

// A heading that was opened by mouse keeps no key from the bar.
addEventListener("click", (event) => { if (event.detail) event.target.closest("summary")?.blur(); });

// Time

setInterval(() => {
  const { page } = room;
  const left = page.deadline_ms ? Math.max(0, Math.ceil((page.deadline_ms - Date.now() - page.clock_skew_ms) / 1000)) : null;
  byId("clock").textContent = left === null || left > 600 ? "" : `${left} s`;
}, 250);

byId("four-colours").checked = fourColours();
byId("four-colours").addEventListener("change", (event) => {
  browserStorage.set("four-colours", event.target.checked ? "yes" : "no");
  for (const cards of document.querySelectorAll(".cards")) cards.replaceChildren();
  room.draw();
});
byId("seed-form").addEventListener("submit", async (event) => {
  event.preventDefault();
  const words = byId("seed").value.trim();
  const [round, { seat }] = [roundOf(room.page), room.page.you];
  if (!words || !(await order(`seed ${words}`))) return;
  said(round, seat, words);
  tell("Your words are mixed into this shuffle.");
});

room.page.clock_skew_ms = room.page.now_ms - Date.now();
heed(room.page);
onAnswer(arrive);
connect(`/live/tables/${room.page.table.id}`, arrive, (up) => { byId("offline").hidden = up; });
room.draw();
