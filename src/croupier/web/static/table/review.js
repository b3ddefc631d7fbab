// The review of a round's decisions: asked for after the page is there, because the lab may still be learning.

import { layCards } from "../cards.js";

const byId = (id) => document.getElementById(id);

function made(kind, name, ...inside) {
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

function row(one, unit) {
  const item = made("li", one.right ? "right" : "wrong");
  item.id = `judged-${one.number}`;
  const sight = made("div", "sight", ...faces("", one.own), ...faces("with", one.board), ...faces("against", one.up), ...faces("and open", one.seen));
  const did = one.by_clock ? `${one.did} by the clock` : one.did;
  const mark = made("b", one.right ? "win" : "loss", one.right ? "Best" : one.cost);
  const told = made("p", "told", mark, ` ${one.who} ${did} ${one.street}, with ${one.hand}: ${one.right ? one.verdict : `best was to ${one.best}`}.`);
  const step = made("a", "to-step no-print", "Show this step");
  step.href = `#decision-${one.number}`;
  const values = made("table", "plain values");
  values.createCaption().textContent = `What each choice was worth, in ${unit} and in money`;
  values.caption.className = "unseen";
  for (const choice of one.choices) {
    const line = values.insertRow();
    line.className = choice.best ? "best" : "";
    line.append(
      made("th", "", choice.words, choice.chosen ? made("span", "muted", " chosen") : ""),
      made("td", "number", choice.worth),
      made("td", "number", choice.money),
    );
    line.cells[0].scope = "row";
  }
  const rule = made("p", "muted rule", one.rule);
  item.append(sight, made("div", "judged", told, values, rule, step));
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
  const counted = own.length ? own : said.decisions;
  const right = counted.filter((one) => one.right).length;
  const whose = own.length ? "Your decisions" : "Decisions";
  says.textContent = `${whose}: ${right} of ${counted.length} the best there was. Values are in ${said.unit}, exact, with the cards in sight.`;
  // One's own come first; the others' are there too, since all cards are open.
  byId("decisions").replaceChildren(...[...own, ...said.decisions.filter((one) => !one.you)].map((one) => row(one, said.unit)));
  done(said.decisions);
}
