// The coach: exact values before you act, what your last decision cost, and your curve against expectation.

import { dollars, signed } from "../money.js";

const WORDS = { bet4: "Bet 4x", bet3: "Bet 3x", bet2: "Bet 2x", bet1: "Bet 1x", check: "Check", fold: "Fold" };
const byId = (id) => document.getElementById(id);
const asked = new Map();
let on = localStorage.getItem("coach") === "on";
let latest = null;
let edges = null;
// What the coach remembers of this visit: your last decision, what mistakes cost in this round, and the curve.
const memory = JSON.parse(sessionStorage.getItem("coach") || "null") || { last: null, cost: 0, curve: [], seen: null };
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
  if (!on) {
    box.replaceChildren(line("Off. Turn it on to see the exact value of each choice."));
    return;
  }
  const seat = page.seats.find((one) => one.you);
  if (!page.legal.length || !seat || !seat.cards) {
    drawCost(box);
    return;
  }
  const key = keyOf(page, seat);
  const known = asked.get(key);
  if (!known) {
    asked.set(key, { waiting: true });
    ask(key, seat.cards, page.round.board, page.table.paytables.map((table) => table.name));
  }
  if (!known || known.waiting) box.replaceChildren(line("Working it out exactly…"));
  else drawValues(box, known, seat.stakes[page.table.base]);
}

const keyOf = (page, seat) => `${seat.cards.join("")}/${page.round.board.join("")}`;

// A decision is being made: what does it cost against the best one?
export function noteDecision(page, action) {
  const seat = page.seats.find((one) => one.you);
  const known = seat && seat.cards && page.round ? asked.get(keyOf(page, seat)) : null;
  if (!on || !known || !known.choices) return;
  const [best] = known.choices;
  const chosen = known.choices.find((choice) => choice.action === action);
  if (!chosen) return;
  memory.last = { action, best: best.action, cost: (best.value - chosen.value) * seat.stakes[page.table.base] };
  memory.cost += memory.last.cost;
  keep();
}

// A round is over: one more point of the curve.
export function noteRound(last) {
  if (!on || !last || memory.seen === last.id) return;
  memory.seen = last.id;
  const seat = last.seats.find((one) => one.you);
  if (seat && edges) {
    const before = memory.curve[memory.curve.length - 1] || { result: 0, expected: 0 };
    const edge = Object.entries(edges).reduce((sum, [bet, share]) => sum + share * (seat.stakes[bet] || 0), 0);
    const result = before.result + seat.net + (seat.meter_paid || 0);
    memory.curve.push({ result, expected: Math.round(before.expected - edge - memory.cost) });
    memory.curve = memory.curve.slice(-200);
  }
  memory.cost = 0;
  keep();
}

async function ask(key, hole, board, tables) {
  const path = `/api/coach?hole=${hole.join("")}&board=${board.join("")}&tables=${tables.join(",")}`;
  for (;;) {
    const answer = await fetch(path).then((response) => response.json()).catch(() => ({ error: "The coach cannot be reached." }));
    if (answer.progress !== undefined) {
      byId("coach").replaceChildren(line(`The coach is learning the whole game: ${answer.progress}. This happens once.`));
      await new Promise((done) => setTimeout(done, 700));
      continue;
    }
    asked.set(key, answer);
    edges = answer.edges || edges;
    drawCoach(...latest);
    return;
  }
}

function drawValues(box, known, ante) {
  if (known.error) {
    box.replaceChildren(line(known.error));
    return;
  }
  const best = known.choices[0];
  box.replaceChildren(
    ...known.choices.map((choice, i) => {
      const row = document.createElement("div");
      row.className = `choice${i === 0 ? " best" : ""}`;
      const name = document.createElement("span");
      name.textContent = WORDS[choice.action];
      const value = document.createElement("span");
      value.className = "money";
      value.textContent = (choice.value >= 0 ? "+" : "−") + Math.abs(choice.value).toFixed(4);
      row.append(name, value);
      return row;
    }),
  );
  if (known.choices.length > 1) {
    const better = Math.round((best.value - known.choices[1].value) * ante);
    box.append(line(`${WORDS[best.action]} is better by ${dollars(better)}. Values are in Antes.`));
  }
}

function drawCost(box) {
  const last = memory.last;
  const rows = [];
  if (last) rows.push(line(last.cost > 0 ? `${WORDS[last.action]} cost you ${dollars(Math.round(last.cost))}: ${WORDS[last.best]} was better.` : `${WORDS[last.action]} was right.`, last.cost > 0 ? "loss" : "win"));
  else rows.push(line("The next time you have a choice, its exact values stand here."));
  if (memory.curve.length > 1) rows.push(line("Your result (green) against expectation (brass):"), curve(memory.curve));
  box.replaceChildren(...rows);
}

// Result against expectation, round by round.
function curve(points) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 300 110");
  svg.setAttribute("class", "curve");
  svg.setAttribute("role", "img");
  const end = points[points.length - 1];
  svg.setAttribute("aria-label", `After ${points.length} rounds you are ${signed(end.result)}; expectation was ${signed(end.expected)}`);
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
