// Exact values: asking the lab for them, one question at a time, and showing what it said.

import { dollars } from "../../money.js";
import { actionWords, named } from "../words.js";
import { costOf } from "./memory.js";

const AGAIN_MS = 700;
const LATER_MS = 3000;
const answers = new Map();
const wanted = []; // the newest question last: it is asked first
let asking = false;
let changed = () => {};

export let progress = "";
export const whenAnswered = (then) => { changed = then; };
export const answerTo = (sight) => answers.get(sight);

export async function answerOf(path) {
  return fetch(path).then((response) => response.json()).catch(() => ({ unreachable: true }));
}
export const pause = (ms) => new Promise((done) => setTimeout(done, ms));

// Ask, unless it is known. Of two questions of one visitor the lab may drop the older: so the next one waits here.
export function ask(sight) {
  if (answers.has(sight)) return;
  if (wanted.includes(sight)) wanted.splice(wanted.indexOf(sight), 1);
  wanted.push(sight);
  if (!asking) work();
}

async function work() {
  asking = true;
  while (wanted.length) {
    const sight = wanted[wanted.length - 1];
    const answer = await answerOf(`/api/coach?${sight}`);
    const before = progress;
    progress = answer.unreachable ? "The coach cannot be reached. Trying again…" : answer.progress ? `The coach is learning the whole game: ${answer.progress}. This happens once.` : "";
    const again = answer.unreachable || answer.progress !== undefined || answer.error === "";
    if (!again) {
      wanted.splice(wanted.indexOf(sight), 1);
      answers.set(sight, answer);
    }
    if (!again || progress !== before) changed();
    if (again) await pause(answer.unreachable ? LATER_MS : AGAIN_MS);
  }
  asking = false;
}

const tablesOf = (table) => table.paytables.map((posted) => `${posted.bet}:${posted.name}`).join(",");

export const edgesPath = (table) => `/api/coach/edges?${new URLSearchParams({ game: table.game, tables: tablesOf(table) })}`;

// What you may see at this decision, as the question to the lab: at a face-up table others' cards, too.
export function sightOf(page, seat) {
  const table = page.table;
  const up = table.felt.up ? (page.round.dealer || []).filter(Boolean) : [];
  const seen = table.face_up ? page.seats.flatMap((one) => (one.you ? [] : one.cards || [])) : [];
  // The base bet, what follows it, and what decisions have added.
  const laid = table.spots.filter((spot) => [spot.key, spot.follows].includes(table.base)).map((spot) => seat.stakes[spot.key] || 0);
  const down = [...laid, ...Object.values(seat.raised)].reduce((sum, cents) => sum + cents, 0);
  return new URLSearchParams({
    game: table.game,
    own: seat.cards.join(""),
    board: page.round.board.join(""),
    up: up.join(""),
    seen: seen.join(""),
    down: String(down / seat.stakes[table.base]),
    tables: tablesOf(table),
  }).toString();
}

export function line(text, className = "muted") {
  const paragraph = document.createElement("p");
  paragraph.className = className;
  paragraph.textContent = text;
  return paragraph;
}

// The bet of which all others are multiples, in words: its felt word, or what stands before its limits.
export const units = (table) => (named(table) ? `${table.base_felt}s` : "bets");

const inMoney = (cents) => (cents < 0.5 ? "less than a cent" : dollars(Math.round(cents)));
const worth = (value, digits) => (value > 0 ? "+" : value < 0 ? "−" : "") + Math.abs(value).toFixed(digits);

// All values in one line, best first.
export const valuesLine = (answer, digits = 4) => answer.choices.map((choice) => `${actionWords(choice.action)} ${worth(choice.value, digits)}`).join(" · ");

// Values and what is best in one short line, for a phone.
export function inShort(answer, stake) {
  if (!answer.choices || answer.choices.length < 2) return answer.error || "";
  const [best, second] = answer.choices;
  const by = best.value > second.value ? ` by ${inMoney((best.value - second.value) * stake)}` : "";
  return valuesLine(answer, 2).replace(" ·", `, best${by} ·`);
}

// A decision that is behind you in one short line: what it was worth, and against what.
export function judgedInShort(decision) {
  const cost = costOf(decision);
  if (cost === null) return verdict(decision);
  const { choices } = decision.answer;
  const told = ({ action, value }) => `${actionWords(action)} ${worth(value, 2)}`;
  const chosen = choices.find(({ action }) => action === decision.action);
  if (cost > 0) return `${told(chosen)} cost you ${inMoney(cost * decision.stake)}: ${told(choices[0])} was best`;
  return [`${told(chosen)} was right`, ...choices.filter((one) => one !== chosen).slice(0, 2).map(told)].join(" · ");
}

export function ruleLine(answer, stake) {
  if (!answer.rule) return null;
  const outs = answer.outs === undefined || answer.rule.counts_outs ? "" : ` The dealer has ${answer.outs || "no"} out${answer.outs === 1 ? "" : "s"}.`;
  const [best] = answer.choices;
  const errs = answer.rule.agrees ? "" : ` Here it errs: ${actionWords(best.action)} is better by ${inMoney(costOf({ answer, action: answer.rule.action }) * stake)}.`;
  return line(`Rule: ${answer.rule.words}.${outs}${errs}`, "rule");
}

export function valueRows(answer, page, stake) {
  if (answer.error !== undefined) return [line(answer.error)];
  const rows = answer.choices.map((choice, i) => {
    const row = document.createElement("div");
    row.className = `choice${i === 0 ? " best" : ""}`;
    const name = document.createElement("span");
    name.textContent = actionWords(choice.action);
    const value = document.createElement("span");
    value.className = "money";
    value.textContent = worth(choice.value, 4);
    row.append(name, value);
    return row;
  });
  if (answer.choices.length > 1) rows.push(line(`${bestWords(answer, stake)} Values are in ${units(page.table)}.`));
  const rule = ruleLine(answer, stake);
  if (rule) rows.push(rule);
  const others = page.table.face_up ? page.seats.filter((one) => !one.you && one.cards).length : 0;
  if (others) rows.push(line(`They count the cards of ${others === 1 ? "the other player" : `${others} other players`}, too.${rule ? " The rule looks at yours alone." : ""}`));
  return rows;
}

function bestWords({ choices: [best, second] }, stake) {
  if (best.value === second.value) return `${actionWords(best.action)} and ${actionWords(second.action)} are worth the same.`;
  return `${actionWords(best.action)} is better by ${inMoney((best.value - second.value) * stake)}.`;
}

// What a decision was worth, in words.
export function verdict(decision) {
  const words = actionWords(decision.action);
  if (!decision.answer) return `${words}. ${progress || "Working it out exactly…"}`;
  const cost = costOf(decision);
  if (cost === null) return `${words}. ${decision.answer.error || "It cannot be judged."}`;
  return cost > 0 ? `${words} cost you ${inMoney(cost * decision.stake)}: ${actionWords(decision.answer.choices[0].action)} was better.` : `${words} was right.`;
}

const capital = (words) => words[0].toUpperCase() + words.slice(1);

// Decisions that are behind you. Why one must wait to be judged is said once, for all that wait.
export function decidedRows(decisions, quiz) {
  const waiting = decisions.filter((decision) => !decision.answer);
  return decisions.flatMap((decision) => (waiting.indexOf(decision) > 0 ? [line(`${streetOf(decision)}${actionWords(decision.action)}.`)] : decisionRows(decision, quiz)));
}

const streetOf = (decision) => `${capital(decision.street)}${decision.byClock ? ", by the clock" : ""}: `;

// One of them: its street, what was done, what was best, what it cost; in a quiz also why.
function decisionRows(decision, quiz) {
  const cost = costOf(decision);
  const judged = cost === null || decision.byClock ? "" : cost > 0 ? "Wrong. " : "Right. ";
  const rows = [line(streetOf(decision) + (quiz ? judged : "") + verdict(decision), cost === null ? "muted" : cost > 0 ? "loss" : "win")];
  if (cost === null) return rows;
  if (quiz) rows.push(line(valuesLine(decision.answer)));
  const rule = quiz || cost > 0 ? ruleLine(decision.answer, decision.stake) : null;
  if (rule) rows.push(rule);
  return rows;
}
