// A session, decision by decision: with arrow keys, from mistake to mistake, and each to try again. Nothing is sent.

import { byId } from "../make.js";
import { made, remarks, valuesTable } from "../table/review.js";
import { capital, cardsInWords, lay, mark, offer, say, tell } from "./stage.js";

const page = JSON.parse(byId("page").textContent);
const all = page.decisions;
const rows = [...byId("walk").querySelectorAll("a")];
let at = 0;

function link(words, href) {
  const one = made("a", "", words);
  one.href = href;
  return one;
}

// The next mistake after a place in the list, and from its end on from the beginning; -1 where there is none.
function mistakeAfter(place) {
  const later = all.findIndex((one, i) => i > place && one.mistake);
  return later >= 0 ? later : all.findIndex((one) => one.mistake);
}

function show(to) {
  at = Math.max(0, Math.min(all.length - 1, to));
  const one = all[at];
  lay(one);
  byId("which").textContent = [`${at + 1} of ${all.length}`, page.games.length > 1 ? one.game_name : "", one.street, one.time].filter(Boolean).join(" · ");
  byId("choices").hidden = true;
  byId("again").disabled = false;
  const who = one.by_clock ? "The clock" : "You";
  const heard = made("span", "unseen", `Decision ${at + 1}, ${one.street}. ${cardsInWords(one)} `);
  const told = made("p", "word", heard, made("b", "", one.right ? "Best." : one.mistake ? "Mistake." : "Not the best."), ` ${who} ${one.did}${one.right ? "" : `: ${one.verdict}`}.`);
  say(one.right || (one.mistake ? false : null), [told, valuesTable(one.choices, one.unit), ...remarks(one, capital(one.rule))]);
  const ways = [link("The round", `/rounds/${one.round}#decision-${one.number}`)];
  if (one.position) ways.push(link("Share this position", one.position));
  if (page.drills && one.drill) ways.push(link("Drill it", `/learn/play/${one.game}/drill?position=${encodeURIComponent(one.drill)}`));
  byId("links").replaceChildren(...ways.flatMap((way, i) => (i ? [" · ", way] : [way])));
  byId("back").disabled = at === 0;
  byId("next").disabled = at === all.length - 1;
  byId("mistake").disabled = [-1, at].includes(mistakeAfter(at));
  rows.forEach((row, i) => mark(row, i === at));
  history.replaceState(null, "", `#${one.id}`);
}

// The same cards once more, without what they were worth; any choice is told its value, and another may follow.
function again() {
  const one = all[at];
  say(null, []);
  byId("choices").hidden = false;
  byId("again").disabled = true;
  offer(one.buttons, (choice) => {
    const called = (row) => [row.choice === choice ? "tried" : "", row.chosen ? "played" : ""].filter(Boolean).join(", ");
    tell(one.choices, choice, one.best, one.unit, one.rule, called, ` At the table ${one.by_clock ? "the clock" : "you"} ${one.did}.`);
  });
  byId("choices").firstElementChild.focus({ preventScroll: true });
}

function go(to) {
  show(to);
  const { top } = byId("stage").getBoundingClientRect();
  if (top < 0 || top > innerHeight / 2) byId("stage").scrollIntoView();
}

byId("back").addEventListener("click", () => go(at - 1));
byId("next").addEventListener("click", () => go(at + 1));
byId("mistake").addEventListener("click", () => go(mistakeAfter(at)));
byId("again").addEventListener("click", again);
rows.forEach((row, i) => row.addEventListener("click", (event) => {
  event.preventDefault();
  go(i);
}));
byId("stage").hidden = false;
const first = all.findIndex((one) => new URL(`#${one.id}`, location).hash === location.hash);
show(Math.max(0, first));
