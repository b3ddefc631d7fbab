// What became of an answer, drawn: the choices with their values, the rule, and a test's result.

import { cardFace } from "../cards.js";
import { make } from "../make.js";
import { actionWords } from "../table/words.js";

export const lay = (place, cards) => place.replaceChildren(...cards.map(cardFace));
const signed = (value, digits = 4) => `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(digits)}`;
const small = (value) => (value >= 0.01 ? value.toFixed(2) : value.toFixed(4));

export function againWords(seconds) {
  if (seconds < 90) return "in a minute";
  if (seconds < 5400) return `in ${Math.round(seconds / 60)} minutes`;
  if (seconds < 129600) return `in ${Math.round(seconds / 3600)} hours`;
  return `in ${Math.round(seconds / 86400)} days`;
}

// Every choice with its exact value, best first, and what it would cost.
export function valuesOf(verdict, unit) {
  const most = Math.max(...verdict.choices.map((choice) => choice.cost), 1e-9);
  return make("table", { class: "plain values" },
    make("caption", { class: "unseen" }, `What each choice is worth, in ${unit}`),
    make("thead", {}, make("tr", {}, make("th", { scope: "col" }, "Choice"), make("th", { scope: "col", class: "number" }, `Worth, in ${unit}`), make("th", { scope: "col", class: "number" }, "Costs"))),
    make("tbody", {}, ...verdict.choices.map((choice) => make("tr", { class: choice.choice === verdict.best ? "best" : "" },
      make("th", { scope: "row" }, actionWords(choice.choice), choice.choice === verdict.chose ? make("span", { class: "yours" }, " yours") : ""),
      make("td", { class: "number" }, signed(choice.value)),
      make("td", { class: "number" }, choice.cost ? make("span", { class: "dear", "data-tenths": Math.max(1, Math.round((10 * choice.cost) / most)) }) : "", choice.cost ? choice.cost.toFixed(4) : choice.choice === verdict.best ? "best" : "equal")))));
}

// The cards that decide, laid out by what they give to whom.
export const outsOf = (outs) => make("ul", { class: "outs" }, ...outs.groups.map((group) => make("li", {}, make("span", { class: "cards" }, ...group.cards.map(cardFace)), make("span", { class: "why" }, group.why))));

export function verdictWords(verdict, unit) {
  const one = unit.replace(/s$/, "");
  if (verdict.right) return [make("p", { class: "word" }, make("b", {}, "Right."), ` ${actionWords(verdict.chose)}.`)];
  return [make("p", { class: "word" }, make("b", {}, "Not right."), ` ${actionWords(verdict.best)} is better than ${actionWords(verdict.chose).toLowerCase()} by ${small(verdict.cost)} ${verdict.cost === 1 ? one : unit}.`)];
}

function mistake(each, unit) {
  const cards = (words, names) => (names.length ? make("span", { class: "place" }, make("span", { class: "label" }, words), make("span", { class: "cards" }, ...names.map(cardFace))) : "");
  const cost = each.choices.find((choice) => choice.choice === each.chose).cost;
  return make("li", {}, make("h3", {}, `Decision ${each.number}: ${actionWords(each.chose).toLowerCase()} instead of ${actionWords(each.best).toLowerCase()}`, make("span", { class: "muted" }, ` · cost ${cost.toFixed(4)} ${unit}`)),
    make("div", { class: "felted laid" }, cards("Dealer shows", each.up), cards("Board", each.board), cards("You", each.own)),
    make("p", {}, `${each.hand[0].toUpperCase()}${each.hand.slice(1)}. ${each.rule}`));
}

// A marked test: beside what strategies would have done with the same hundred, and every mistake, the dearest first.
export function resultOf(result, unit) {
  const costOf = (each) => each.choices.find((choice) => choice.choice === each.chose).cost;
  const dearest = [...result.mistakes].sort((one, other) => costOf(other) - costOf(one));
  return [
    make("h2", {}, "The same hundred decisions, by"),
    make("table", { class: "plain scores" }, make("thead", {}, make("tr", {}, make("th", { scope: "col" }, "Whom"), make("th", { scope: "col", class: "number" }, "Right"), make("th", { scope: "col", class: "number" }, `Cost of a decision, in ${unit}`))),
      make("tbody", {}, ...[{ title: "Best play", right: result.of, cost: 0 }, ...result.scores].map((score) => make("tr", { class: score === result.scores[0] ? "best" : "" }, make("th", { scope: "row" }, score.title), make("td", { class: "number" }, String(score.right)), make("td", { class: "number" }, (score.cost / result.of).toFixed(4)))))),
    ...(dearest.length ? [make("h2", {}, "What went wrong, the dearest first"), make("ol", { class: "mistakes" }, ...dearest.map((each) => mistake(each, unit)))] : []),
  ];
}
