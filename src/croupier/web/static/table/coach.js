// The coach: exact values before you act, what your last decision cost, and your curve against expectation.

import { dollars, signed } from "../money.js";
import { actionWords } from "./words.js";

const byId = (id) => document.getElementById(id);
const AGAIN_MS = 700;
const asked = new Map();
let on = localStorage.getItem("coach") === "on";
let latest = null;
let edges = null; // the house edge of each bet at this table, by spot; asked for once, and nobody waits for it
let uncounted = []; // rounds that were over before it came
// What the coach remembers of this visit: your decisions in the last round, and the curve.
const memory = JSON.parse(sessionStorage.getItem("coach") || "null") || { round: null, decisions: [], curve: [], seen: null };
const keep = () => sessionStorage.setItem("coach", JSON.stringify(memory));

function line(text, className = "muted") {
  const paragraph = document.createElement("p");
  paragraph.className = className;
  paragraph.textContent = text;
  return paragraph;
}

export function drawCoach(page, felt) {
  latest = [page, felt];
  const box = byId("coach");
  byId("coach-on").checked = on;
  byId("coach-edge").textContent = on ? houseEdge(page.table) : "";
  if (!on) {
    box.replaceChildren(line("Off. Turn it on to see the exact value of each choice."));
    return;
  }
  askEdges(page.table);
  const seat = page.seats.find((one) => one.you);
  if (!page.legal.length || !seat || !seat.cards) {
    show(box, past());
    return;
  }
  const sight = sightOf(page, seat);
  const known = asked.get(sight);
  if (!known) {
    asked.set(sight, { waiting: true });
    askValues(sight);
  }
  const waiting = known && known.progress ? `The coach is learning the whole game: ${known.progress}. This happens once.` : "Working it out exactly…";
  show(box, known && !known.waiting ? valueRows(known, page.table, seat) : [line(waiting)]);
}

// The box is read aloud when it changes, so it changes only when there is something new in it.
function show(box, rows) {
  const before = [...box.children].map((row) => row.outerHTML).join("");
  if (before !== rows.map((row) => row.outerHTML).join("")) box.replaceChildren(...rows);
}

const tablesOf = (table) => table.paytables.map((posted) => `${posted.bet}:${posted.name}`).join(",");

// What you may see at this decision, as the question to the lab: at a face-up table others' cards, too.
function sightOf(page, seat) {
  const table = page.table;
  const up = table.felt.up ? (page.round.dealer || []).filter(Boolean) : [];
  const seen = table.face_up ? page.seats.flatMap((one) => (one.you ? [] : one.cards || [])) : [];
  const raised = Object.values(seat.raised).reduce((sum, cents) => sum + cents, 0);
  return new URLSearchParams({
    game: table.game,
    own: seat.cards.join(""),
    board: page.round.board.join(""),
    up: up.join(""),
    seen: seen.join(""),
    down: String(1 + raised / seat.stakes[table.base]),
    tables: tablesOf(table),
  }).toString();
}

// A decision is being made: what does it cost against the best one?
export function noteDecision(page, action) {
  const seat = page.seats.find((one) => one.you);
  const known = seat && seat.cards && page.round ? asked.get(sightOf(page, seat)) : null;
  if (!on || !known || !known.choices) return;
  const [best] = known.choices;
  const chosen = known.choices.find((choice) => choice.action === action);
  if (!chosen) return;
  if (memory.round !== page.round.id) Object.assign(memory, { round: page.round.id, decisions: [] });
  memory.decisions.push({ action, best: best.action, cost: (best.value - chosen.value) * seat.stakes[page.table.base] });
  keep();
}

// A round is over: one more point of the curve.
export function noteRound(last) {
  if (!on || !last || memory.seen === last.id) return;
  memory.seen = last.id;
  const seat = last.seats.find((one) => one.you);
  const made = memory.round === last.id ? memory.decisions : [];
  const cost = made.reduce((sum, decision) => sum + decision.cost, 0);
  if (seat && seat.stakes) uncounted.push({ stakes: seat.stakes, net: seat.net + (seat.meter_paid || 0), cost, looking: latest[0].table.face_up_edges[last.seats.length] });
  count();
}

function count() {
  for (const round of edges ? uncounted.splice(0) : []) {
    const before = memory.curve[memory.curve.length - 1] || { result: 0, expected: 0 };
    const here = round.looking === undefined ? edges : { ...edges, [latest[0].table.base]: round.looking };
    const edge = Object.entries(here).reduce((sum, [bet, share]) => sum + share * (round.stakes[bet] || 0), 0);
    memory.curve.push({ result: before.result + round.net, expected: before.expected - edge - round.cost });
  }
  memory.curve = memory.curve.slice(-200);
  keep();
}

// Ask until there is an answer; what the lab says while it is still learning is shown.
async function answerOf(path, learning = () => {}) {
  for (;;) {
    const answer = await fetch(path).then((response) => response.json()).catch(() => ({ error: "The coach cannot be reached." }));
    if (answer.progress === undefined) return answer;
    learning(answer.progress);
    await new Promise((done) => setTimeout(done, AGAIN_MS));
  }
}

async function askValues(sight) {
  asked.set(sight, await answerOf(`/api/coach?${sight}`, (progress) => {
    asked.set(sight, { waiting: true, progress });
    drawCoach(...latest);
  }));
  drawCoach(...latest);
}

let edgesAsked = false, edgesRefused = "";
async function askEdges(table) {
  if (edgesAsked) return;
  edgesAsked = true;
  const answer = await answerOf(`/api/coach/edges?${new URLSearchParams({ game: table.game, tables: tablesOf(table) })}`);
  if (answer.edges) edges = answer.edges;
  else edgesRefused = answer.error;
  count();
  drawCoach(...latest);
}

// The bet of which all others are multiples, in words: its felt word, or what stands before its limits.
const named = (table) => table.spots.some((spot) => spot.key === table.base && spot.felt === table.base_felt);

function valueRows(known, table, seat) {
  if (known.error !== undefined) return known.error ? [line(known.error)] : [];
  const rows = known.choices.map((choice, i) => {
    const row = document.createElement("div");
    row.className = `choice${i === 0 ? " best" : ""}`;
    const name = document.createElement("span");
    name.textContent = actionWords(choice.action);
    const value = document.createElement("span");
    value.className = "money";
    value.textContent = (choice.value > 0 ? "+" : choice.value < 0 ? "−" : "") + Math.abs(choice.value).toFixed(4);
    row.append(name, value);
    return row;
  });
  const [best, second] = known.choices;
  if (second) {
    const units = named(table) ? `${table.base_felt}s` : "bets";
    rows.push(line(`${verdict(best, second, seat.stakes[table.base])} Values are in ${units}.`));
  }
  const others = table.face_up ? latest[0].seats.filter((one) => !one.you && one.cards).length : 0;
  if (others) rows.push(line(`They count the cards of ${others === 1 ? "the other player" : `${others} other players`}, too.`));
  return rows;
}

function verdict(best, second, stake) {
  if (best.value === second.value) return `${actionWords(best.action)} and ${actionWords(second.action)} are worth the same.`;
  return `${actionWords(best.action)} is better by ${inMoney((best.value - second.value) * stake)}.`;
}

const inMoney = (cents) => (cents < 0.5 ? "less than a cent" : dollars(Math.round(cents)));

function past() {
  const rows = memory.decisions.map(({ action, best, cost }) => line(cost > 0 ? `${actionWords(action)} cost you ${inMoney(cost)}: ${actionWords(best)} was better.` : `${actionWords(action)} was right.`, cost > 0 ? "loss" : "win"));
  if (!rows.length) rows.push(line("The next time you have a choice, its exact values stand here."));
  if (memory.curve.length > 1) {
    const end = memory.curve[memory.curve.length - 1];
    rows.push(curve(memory.curve), line(`After ${memory.curve.length} rounds you are ${signed(end.result)} (green); expectation was ${signed(Math.round(end.expected))} (brass).`));
  }
  return rows;
}

// What the whole game is worth to the house; at first it may take some seconds. Who sees others' cards does better.
function houseEdge(table) {
  const bet = named(table) ? `the ${table.base_felt}` : table.base_felt;
  const players = latest[0].seats.filter((seat) => seat.cards).length;
  const looking = table.face_up_edges[players];
  if (looking !== undefined) return `House edge of ${bet} against one who uses the cards of ${players === 2 ? "both" : `all ${players}`} players: ${(100 * looking).toFixed(2)} %.`;
  if (!edges) return edgesRefused || `House edge of ${bet}: working it out exactly…`;
  return `House edge of ${bet}, played best: ${(100 * edges[table.base]).toFixed(3)} %.`;
}

// Result against expectation, round by round.
function curve(points) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 300 110");
  svg.setAttribute("class", "curve");
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", "Your result against expectation, round by round");
  const values = points.flatMap((point) => [point.result, point.expected]).concat(0);
  const low = Math.min(...values), high = Math.max(...values, low + 1);
  const x = (i) => 6 + (288 * i) / (points.length - 1 || 1);
  const y = (value) => 104 - (98 * (value - low)) / (high - low);
  const path = (pick, colour, dash) => {
    const line = document.createElementNS("http://www.w3.org/2000/svg", "polyline");
    line.setAttribute("points", points.map((point, i) => `${x(i).toFixed(1)},${y(pick(point)).toFixed(1)}`).join(" "));
    line.setAttribute("fill", "none");
    line.setAttribute("stroke", colour);
    line.setAttribute("stroke-width", "2");
    if (dash) line.setAttribute("stroke-dasharray", "4 4");
    return line;
  };
  svg.append(path((point) => point.expected, "#d9b76a", true), path((point) => point.result, "#8fe0a5", false));
  return svg;
}

// A game that the lab has not solved has no coach on its page.
byId("coach-on")?.addEventListener("change", (event) => {
  on = event.target.checked;
  localStorage.setItem("coach", on ? "on" : "off");
  if (latest) drawCoach(...latest);
});
