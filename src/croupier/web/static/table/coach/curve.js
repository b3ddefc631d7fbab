// The curve: the result of the visit against what was to be expected, round by round, fees and bank rounds included.

import { signed } from "../../money.js";
import { named } from "../words.js";
import { costOf, decided, here, keep, visit } from "./memory.js";
import { answerOf, edgesPath, line, pause } from "./values.js";

const MOST = 200;
const AGAIN_MS = 700;
let edges = null; // the house edge of each bet at this table, by spot; asked for once, and nobody waits for it
let asked = false;
let refused = "";

export async function askEdges(table, then) {
  if (asked) return;
  asked = true;
  let answer = await answerOf(edgesPath(table));
  while (answer.progress !== undefined || answer.unreachable) {
    await pause(AGAIN_MS);
    answer = await answerOf(edgesPath(table));
  }
  edges = answer.edges || null;
  refused = answer.error || "";
  count(table);
  then();
}

// A round is over: what it brought, and what was staked. Who banks stands against every seat, and wins what they lose.
export function addRound(last, you, table) {
  const seat = last.seats.find((one) => one.you);
  const banks = last.bank && last.bank.seat === you;
  if (last.void_reason || !(banks || (seat && seat.stakes))) return;
  const mine = banks ? { stakes: last.seats.map((one) => one.stakes), net: last.bank.net, fee: last.bank.fee } : { stakes: [seat.stakes], net: seat.net + (seat.meter_paid || 0), fee: seat.fee };
  const faced = here.round === last.id && !banks ? decided() : [];
  here.uncounted.push({ id: last.id, ...mine, banks: Boolean(banks), looking: table.face_up_edges[last.seats.length], faced });
  count(table);
}

// What the house, or the bank in its place, keeps of these stakes when they are played best.
function edgeOf(stakes, looking, base) {
  const shares = looking === undefined ? edges : { ...edges, [base]: looking };
  return stakes.reduce((sum, staked) => sum + Object.entries(shares).reduce((all, [bet, share]) => all + share * (staked[bet] || 0), 0), 0);
}

// Rounds are counted in order, once the edges are known and every decision of theirs is judged.
export function count(table) {
  while (edges && here.uncounted.length && here.uncounted[0].faced.every((one) => one.answer)) {
    const { stakes, net, fee, banks, looking, faced } = here.uncounted.shift();
    const before = visit.curve[visit.curve.length - 1] || { result: 0, expected: 0 };
    const edge = edgeOf(stakes, looking, table.base) * (banks ? 1 : -1);
    const cost = faced.reduce((sum, one) => sum + (costOf(one) || 0) * one.stake, 0);
    visit.rounds += 1;
    visit.curve.push({ result: before.result + net - fee, expected: before.expected + edge - cost - fee });
  }
  visit.curve = visit.curve.slice(-MOST);
  keep();
}

// What the whole game is worth to the house; at first it may take some seconds. Who sees others' cards does better.
export function houseEdge(page) {
  const table = page.table;
  const bet = named(table) ? `the ${table.base_felt}` : table.base_felt;
  const players = page.seats.filter((seat) => seat.cards).length;
  const looking = table.face_up_edges[players];
  if (looking !== undefined) return `House edge of ${bet} against one who uses the cards of ${players === 2 ? "both" : `all ${players}`} players: ${(100 * looking).toFixed(2)} %.`;
  if (!edges) return refused || `House edge of ${bet}: working it out exactly…`;
  return `House edge of ${bet}, played best: ${(100 * edges[table.base]).toFixed(3)} %.`;
}

export function curveRows(table) {
  if (visit.curve.length < 2) return [];
  const end = visit.curve[visit.curve.length - 1];
  const fees = table.player_banked ? " Collection and bank rounds are in both." : "";
  return [drawn(visit.curve), line(`After ${visit.rounds} rounds you are ${signed(end.result)} (green); expectation was ${signed(Math.round(end.expected))} (brass).${fees}`)];
}

function drawn(points) {
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
    const drawing = document.createElementNS("http://www.w3.org/2000/svg", "polyline");
    drawing.setAttribute("points", points.map((point, i) => `${x(i).toFixed(1)},${y(pick(point)).toFixed(1)}`).join(" "));
    drawing.setAttribute("fill", "none");
    drawing.setAttribute("stroke", colour);
    drawing.setAttribute("stroke-width", "2");
    if (dash) drawing.setAttribute("stroke-dasharray", "4 4");
    return drawing;
  };
  svg.append(path((point) => point.expected, "#d9b76a", true), path((point) => point.result, "#8fe0a5", false));
  return svg;
}
