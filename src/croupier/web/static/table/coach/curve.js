// The curve of a game: the result of the visit against what was to be expected, round by round, fees and bank rounds
// included.

import { signed } from "../../money.js";
import { named } from "../words.js";
import { costOf, decided, here, keep, totalOf, totals, uncounted } from "./memory.js";
import { answerOf, edgesPath, line, pause } from "./values.js";

const MOST = 200;
const AGAIN_MS = 700;
// The house edge of each bet by spot, or why there is none, by the question for it; asked for once, and nobody waits.
const asked = new Map();

export async function askEdges(path, then) {
  if (asked.has(path)) return;
  asked.set(path, {});
  let answer = await answerOf(path);
  while (answer.progress !== undefined || answer.unreachable) {
    await pause(AGAIN_MS);
    answer = await answerOf(path);
  }
  asked.set(path, answer);
  count();
  then();
}

const edgesFor = (path) => asked.get(path)?.edges;

// A round is over: what it brought, and what was staked. Who banks stands against every seat, and wins what they lose.
export function addRound(last, you, table) {
  const seat = last.seats.find((one) => one.you);
  const banks = last.bank && last.bank.seat === you;
  if (last.void_reason || !(banks || (seat && seat.stakes))) return;
  const mine = banks ? { stakes: last.seats.map((one) => one.stakes), net: last.bank.net, fee: last.bank.fee } : { stakes: [seat.stakes], net: seat.net + (seat.meter_paid || 0), fee: seat.fee };
  const faced = here.round === last.id && !banks ? decided() : [];
  totalOf(table).uncounted.push({ id: last.id, ...mine, banks: Boolean(banks), base: table.base, edges: edgesPath(table), looking: table.face_up_edges[last.seats.length], faced });
  count();
}

// What the house, or the bank in its place, keeps of a round's stakes when they are played best.
function edgeOf({ stakes, looking, base, edges }) {
  const shares = looking === undefined ? edgesFor(edges) : { ...edgesFor(edges), [base]: looking };
  return stakes.reduce((sum, staked) => sum + Object.entries(shares).reduce((all, [bet, share]) => all + share * (staked[bet] || 0), 0), 0);
}

// Rounds of a game are counted in order, once the edges are known and every decision of theirs is judged.
export function count() {
  for (const total of totals()) {
    while (total.uncounted.length && edgesFor(total.uncounted[0].edges) && total.uncounted[0].faced.every((one) => one.answer)) {
      const round = total.uncounted.shift();
      const { net, fee, banks, faced } = round;
      const before = total.curve[total.curve.length - 1] || { result: 0, expected: 0 };
      const edge = edgeOf(round) * (banks ? 1 : -1);
      const cost = faced.reduce((sum, one) => sum + (costOf(one) || 0) * one.stake, 0);
      total.rounds += 1;
      total.curve.push({ result: before.result + net - fee, expected: before.expected + edge - cost - fee });
    }
    total.curve = total.curve.slice(-MOST);
  }
  keep();
}

// Rounds of a table that was left go on being worked out at the next one: their edges are asked for, too.
export const askWaiting = (then) => { for (const round of uncounted()) askEdges(round.edges, then); };

// What the whole game is worth to the house; at first it may take some seconds. Who sees others' cards does better.
export function houseEdge(page) {
  const table = page.table;
  const bet = named(table) ? `the ${table.base_felt}` : table.base_felt;
  const players = page.seats.filter((seat) => seat.cards).length;
  const looking = table.face_up_edges[players];
  if (looking !== undefined) return `House edge of ${bet} against one who uses the cards of ${players === 2 ? "both" : `all ${players}`} players: ${(100 * looking).toFixed(2)} %.`;
  const { edges, error } = asked.get(edgesPath(table)) || {};
  if (!edges) return error || `House edge of ${bet}: working it out exactly…`;
  return `House edge of ${bet}, played best: ${(100 * edges[table.base]).toFixed(3)} %.`;
}

// This game's curve, and in a line each what the visit has brought in others: results of two games are no one curve.
export function curveRows(table) {
  const own = totalOf(table), fees = table.player_banked ? " Collection and bank rounds are in both." : "";
  const curve = own.curve.length > 1 ? [drawn(own.curve), line(`${totalWords(own, " (green)", " (brass)")}${fees}`)] : [];
  const others = totals().filter((total) => total !== own && total.rounds);
  return [...curve, ...waitingRows(own), ...others.flatMap((total) => [line(`${total.name}: ${totalWords(total)}`), ...waitingRows(total)])];
}

function totalWords({ rounds, curve }, result = "", expected = "") {
  const end = curve[curve.length - 1];
  return `After ${rounds} round${rounds === 1 ? "" : "s"} you are ${signed(end.result)}${result}; expectation was ${signed(Math.round(end.expected))}${expected}.`;
}

function waitingRows(total) {
  const many = total.uncounted.filter((round) => asked.get(round.edges)?.error === undefined).length;
  return many ? [line(`${many} round${many === 1 ? " is" : "s are"} still being worked out.`)] : [];
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
