// The review of a round's decisions: asked for after the page is there, because the lab may still be learning.

import { layCards } from "../cards.js";
import { byId } from "../make.js";


export function made(kind, name, ...inside) {
  const element = document.createElement(kind);
  element.className = name;
  element.append(...inside);
  return element;
}

function faces(words, cards) {
  if (!cards.length) return [];
  const place = made("span", "faces");
  layCards(place, cards);
  return words ? [made("span", "beside", words), place] : [place];
}

// Every choice with what it is worth, best first; in money too, or else what it gives up. `mark` says which was chosen.
export function valuesTable(choices, unit, mark = (choice) => (choice.chosen ? "chosen" : "")) {
  const values = made("table", "plain values");
  values.createCaption().textContent = `What each choice is worth, in ${unit}`;
  values.caption.className = "unseen";
  const titles = ["Choice", `Worth, in ${unit}`, choices[0].money ? "In money" : "Gives up"];
  values.createTHead().insertRow().append(...titles.map((title, i) => made("th", i ? "number" : "", title)));
  for (const title of values.tHead.rows[0].cells) title.scope = "col";
  const body = values.createTBody();
  for (const choice of choices) {
    const line = body.insertRow();
    line.className = choice.best ? "best" : "";
    line.append(
      made("th", "", choice.words, mark(choice) ? made("span", "muted", ` ${mark(choice)}`) : ""),
      made("td", "number", choice.worth),
      made("td", "number", choice.money || (choice.less ? `-${choice.less.split(" ")[0]}` : "best")),
    );
    line.cells[0].scope = "row";
  }
  return values;
}

// What is said under a decision: the rule, and that it is judged by less than lay there, where that is so.
export function remarks(one, words = one.rule) {
  const rule = words ? [made("p", "muted rule", words)] : [];
  return one.left_out ? [...rule, made("p", "muted", "Judged without the others' cards: with them it cannot be counted.")] : rule;
}

function row(one, unit) {
  const item = made("li", one.right ? "right" : one.mistake ? "wrong" : "");
  item.id = `judged-${one.number}`;
  const sight = made("div", "sight", ...faces("", one.own), ...faces("with", one.board), ...faces("against", one.up), ...faces("and open", one.seen));
  const did = one.by_clock ? `${one.did} by the clock` : one.did;
  const mark = made("b", one.right ? "win" : one.mistake ? "loss" : "", one.right ? "Best" : one.cost);
  const told = made("p", "told", mark, ` ${one.who} ${did} ${one.street}, with ${one.hand}: ${one.right ? one.verdict : `best was to ${one.best}`}.`);
  const step = made("a", "to-step", "Show this step");
  step.href = `#decision-${one.number}`;
  const values = valuesTable(one.choices, unit);
  const ways = made("p", "no-print", step);
  if (one.position) {
    const position = made("a", "", "Share this position");
    position.href = one.position;
    ways.append(" · ", position);
  }
  item.append(sight, made("div", "judged", told, values, ...remarks(one), ways));
  return item;
}

export async function review(page, done) {
  const says = byId("review-says");
  let said;
  try {
    const answer = await fetch(page.review);
    said = await answer.json();
    if (!answer.ok) said = { error: said.error };
  } catch {
    said = { error: "the house cannot be reached" };
  }
  if (said.progress) {
    says.textContent = `Every decision is being judged; ${said.progress}.`;
    setTimeout(() => review(page, done), 900);
    return;
  }
  if (said.error) {
    says.textContent = `The decisions cannot be judged now: ${said.error}.`;
    return;
  }
  const own = said.decisions.filter((one) => one.you);
  const looked = own.length ? own : said.decisions;
  const counted = looked.filter((one) => !one.by_clock); // what the clock did is nobody's mistake
  const right = counted.filter((one) => one.right).length;
  const whose = own.length ? "Your decisions" : "Decisions";
  const clocks = looked.length - counted.length;
  const told = counted.length ? `${whose}: ${right} of ${counted.length} the best there was${clocks ? `, and ${clocks} by the clock` : ""}` : "The clock decided";
  says.textContent = `${told}. Values are in ${said.unit}, exact, with the cards in sight.`;
  // One's own come first; the others' are there too, since all cards are open.
  byId("decisions").replaceChildren(...[...own, ...said.decisions.filter((one) => !one.you)].map((one) => row(one, said.unit)));
  done(said.decisions);
}
