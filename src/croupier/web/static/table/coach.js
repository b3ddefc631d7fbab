// The coach at the table: it follows every decision of the round, has each judged by the lab, and says what it thinks
// before you act, or in a quiz only afterwards.

import { byId } from "../make.js";
import { addRound, askEdges, askWaiting, count, curveRows, houseEdge } from "./coach/curve.js";
import { beginRound, confirm, decide, decided, face, here, keep, openMemory, uncounted, unjudged } from "./coach/memory.js";
import { choose, fixed, modeAt, scoreUp, scoreWords } from "./coach/quiz.js";
import { answerTo, ask, decidedRows, edgesPath, inShort, judgedInShort, line, progress, sightOf, valueRows, whenAnswered } from "./coach/values.js";

let latest = null;

export function drawCoach(page, felt) {
  latest = [page, felt];
  openMemory(page.table);
  const mode = modeAt(page.table);
  byId("coach-box").hidden = fixed(page.table) === "off" || page.you.watching; // who only looks on decides nothing
  byId("coach-mode").hidden = Boolean(fixed(page.table));
  for (const input of byId("coach-mode").querySelectorAll("input")) input.checked = input.value === mode;
  byId("coach-edge").textContent = mode === "off" ? "" : houseEdge(page);
  byId("coach-score").hidden = mode !== "quiz";
  mark(mode === "off" ? null : []);
  if (mode === "off") {
    show([line("Off. It can show the exact value of each choice, or ask you first.")], "");
    return;
  }
  askEdges(edgesPath(page.table), redraw);
  askWaiting(redraw);
  const now = follow(page, felt, mode);
  judge(now);
  byId("coach-score").textContent = mode === "quiz" ? scoreWords(page.table) : "";
  draw(page, mode, now);
}

const redraw = () => { if (latest) drawCoach(...latest); };
whenAnswered(redraw);

// Take up what has happened; the decision that lies before you, if there is one.
function follow(page, felt, mode) {
  const seat = page.seats.find((one) => one.you);
  const { round, last } = page;
  // What a round brought is counted when its money has been seen.
  if (last && last.id === here.round && (felt.over || felt.id !== last.id)) noteRound(last, page.by_clock);
  if (!round || !round.dealt) return null;
  const plays = seat && seat.cards && seat.stakes;
  if (plays || (round.bank && round.bank.seat === page.you.seat)) beginRound(round.id);
  if (!plays) return null;
  confirm(seat.line, page.by_clock && page.by_clock.round === round.id, mode === "quiz");
  if (!page.legal.length) return null;
  return face(seat.line.length, { street: page.table.streets[round.stage], sight: sightOf(page, seat), stake: seat.stakes[page.table.base] });
}

// Every decision gets its answer, whenever it comes; what lies before you is asked first.
function judge(now) {
  for (const decision of unjudged()) {
    const answer = answerTo(decision.sight);
    if (answer) decision.answer = answer;
    else ask(decision.sight);
  }
  if (now) ask(now.sight);
  scoreUp([...uncounted().flatMap((round) => round.faced), ...decided()]);
  count();
}

function draw(page, mode, now) {
  const quiz = mode === "quiz";
  const behind = decidedRows(decided(), quiz);
  const [last] = decided().slice(-1);
  if (!now || (quiz && now.action)) {
    const rows = behind.length ? behind : [line(quiz ? "The next time you have a choice, decide first: its exact values come afterwards." : "The next time you have a choice, its exact values stand here.")];
    show([...rows, ...curveRows(page.table)], last ? judgedInShort(last) : "");
  } else if (quiz) {
    show([line("Decide first. Values, rule and verdict come when you have."), ...behind], last ? `Decide. ${judgedInShort(last)}` : `Decide first. ${scoreWords(page.table)}`);
  } else {
    const answer = answerTo(now.sight);
    now.shown = now.shown || Boolean(answer);
    const rows = answer ? valueRows(answer, page, now.stake) : [line(progress || "Working it out exactly…")];
    show([...rows, ...behind], answer ? inShort(answer, now.stake) : rows[0].textContent);
    if (answer && answer.choices) mark(answer.choices.filter(({ value }) => value === answer.choices[0].value).map(({ action }) => action));
    keep();
  }
}

// Under the coach no button is golden by its place: the best carries the coach's mark, whatever it is. The buttons stay
// the same ones, so that nothing moves away under a finger.
const MARK = "The coach's best choice";
function mark(best) {
  byId("bar").classList.toggle("coached", best !== null);
  for (const button of byId("choices").querySelectorAll("[data-action]")) {
    const isBest = Boolean(best && best.includes(button.dataset.action));
    button.classList.toggle("best", isBest);
    if (isBest && !button.title) button.title = MARK;
    else if (!isBest && button.title === MARK) button.title = "";
  }
}

// The box is read aloud when it changes, so it changes only when there is something new in it.
function show(rows, short) {
  const box = byId("coach");
  const before = [...box.children].map((row) => row.outerHTML).join("");
  if (before !== rows.map((row) => row.outerHTML).join("")) box.replaceChildren(...rows);
  const bar = byId("coach-line");
  bar.hidden = !short;
  if (bar.textContent !== short) bar.textContent = short;
}

// You have chosen: the table will say whether it stands, but the verdict need not wait.
export function noteDecision(page, action) {
  const seat = page.seats.find((one) => one.you);
  const mode = modeAt(page.table);
  if (mode === "off" || !seat || !here || !page.round || here.round !== page.round.id) return;
  const faced = here.faced[seat.line.length];
  if (!faced) return;
  decide(faced, action, mode === "quiz");
  keep();
  redraw();
}

// A round is over: its last decisions, and one more point of the curve.
export function noteRound(last, byClock = null) {
  if (!last || !latest || modeAt(latest[0].table) === "off") return;
  const seat = last.seats.find((one) => one.you);
  if (seat && last.id === here.round) confirm(seat.line, byClock && byClock.round === last.id, modeAt(latest[0].table) === "quiz");
  if (here.seen === last.id) return;
  here.seen = last.id;
  addRound(last, latest[0].you.seat, latest[0].table);
}

// A game that the lab has not solved has no coach on its page.
const modes = byId("coach-mode");
modes?.addEventListener("change", (event) => {
  choose(event.target.value);
  redraw();
});
// A mouse leaves the keys with the table; who came by keyboard stays to choose on.
modes?.addEventListener("pointerup", () => setTimeout(() => { if (modes.contains(document.activeElement)) document.activeElement.blur(); }));
