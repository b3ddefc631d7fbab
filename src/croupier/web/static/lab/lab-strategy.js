// Look up any decision: type or tap the cards, read what each choice is worth and each mistake costs.

import { cardWords, layCards } from "../cards.js";
import { asker, byId, changesOf, dollars, givenIn, keepAddress, make, markChanges, number, offerFiles, page, payInputs, signed, tell, WORDS } from "./lab.js";

const table = page.tables.find((one) => one.bet === "blind");
const address = new URLSearchParams(location.search);
const PIPS = { c: "♣", d: "♦", h: "♥", s: "♠" };
let found = null;

const CARD = /(?:10|[2-9TJQKA])\s*[cdhs]/gi;
const typed = (id) => (byId(id).value.match(CARD) || []).map((card) => (card.startsWith("10") ? "T" : card[0].toUpperCase()) + card.slice(-1).toLowerCase());
const text = (cards) => cards.join(" ");
// The cards as the lab spells them; what is none is sent as it stands, to be told what is wrong with it.
const asked = (id) => (byId(id).value.replace(CARD, "").replace(/[\s,]/g, "") ? byId(id).value.trim() : text(typed(id)));
const send = asker("/api/lab/strategy", { answer: show, told: (words, line) => { byId("answer").hidden = line !== undefined; tell(words, line); } });

function question() {
  const query = changesOf(table);
  query.set("hole", asked("hole"));
  if (asked("board")) query.set("board", asked("board"));
  return query;
}

function ask(event) {
  const hole = typed("hole"), board = typed("board");
  const query = question();
  keepAddress(query, changesOf(table));
  layCards(byId("hole-cards"), hole.slice(0, 2), "blue");
  layCards(byId("board-cards"), board.slice(0, 5), "blue");
  for (const button of byId("deck").querySelectorAll("button")) button.setAttribute("aria-pressed", String([...hole, ...board].includes(button.dataset.card)));
  const missing = hole.length < 2 ? "Two cards make a hand" : [0, 3, 5].includes(board.length) ? "" : `The board has ${board.length}; decisions are made on none, three or five`;
  if (missing && asked("hole") === text(hole) && asked("board") === text(board)) {
    found = null;
    byId("answer").hidden = true;
    byId("files").hidden = true;
    tell(missing);
    send.cancel();
    return;
  }
  send(query.toString(), { now: !event });
}

function show(answer) {
  found = answer;
  const odd = table.lines.some((line) => byId(`pay-${line.line}`).value.trim() !== line.pay);
  markChanges(table, table.lines.filter((line) => byId(`pay-${line.line}`).value.trim() !== line.pay).map((line) => line.line));
  tell(odd ? `With your Blind (${answer.blind})` : "");
  byId("answer").hidden = false;
  byId("headline-words").textContent = answer.hand ? `You have ${answer.hand}.` : "";
  byId("headline").textContent = WORDS[answer.best][0].toUpperCase() + WORDS[answer.best].slice(1);
  values();
  offerFiles("/api/lab/strategy", question(), ["png", "svg", "csv", "json"]);
}

function values() {
  if (!found) return;
  const ante = Number(byId("ante").value.replace(/[$,]/g, "")) || 0;
  const [best, second] = found.choices;
  byId("headline-beside").textContent = second.cost ? `better than ${WORDS[second.choice]} by ${dollars(second.cost * ante * 100, 2)}` : `no better than ${WORDS[second.choice]}: the values are equal`;
  byId("choices").replaceChildren(
    ...found.choices.map((choice) =>
      make("tr", { class: choice.choice === best.choice ? "lit" : "" },
        make("th", { scope: "row" }, WORDS[choice.choice]),
        make("td", { class: "number" }, signed(choice.value, 6)),
        make("td", { class: "number" }, choice.choice === best.choice ? "best" : number(choice.cost, 6)),
        make("td", { class: "number" }, choice.choice === best.choice ? "" : dollars(choice.cost * ante * 100, 2)),
        make("td", { class: "mono" }, `${choice.exact.numerator} / ${choice.exact.denominator}`.replace("-", "−")))),
  );
}

function tap(card) {
  const hole = typed("hole"), board = typed("board");
  if (hole.includes(card)) byId("hole").value = text(hole.filter((one) => one !== card));
  else if (board.includes(card)) byId("board").value = text(board.filter((one) => one !== card));
  else if (hole.length < 2) byId("hole").value = text([...hole, card]);
  else if (board.length < 5) byId("board").value = text([...board, card]);
  ask();
}

byId("deck").append(
  ..."shdc".split("").flatMap((suit) =>
    [..."AKQJT98765432"].map((rank) => make("button", { type: "button", class: `suit-${suit}`, "data-card": rank + suit, "aria-pressed": "false", "aria-label": cardWords(rank + suit), onclick: () => tap(rank + suit) }, make("b", {}, rank === "T" ? "10" : rank), make("span", {}, PIPS[suit])))),
);
byId("hole").value = address.get("hole") || "";
byId("board").value = address.get("board") || "";
payInputs(byId("lines"), table, givenIn(address), ask);
byId("blind-details").open = address.has("pay");
for (const id of ["hole", "board"]) byId(id).addEventListener("input", ask);
byId("ante").addEventListener("input", values);
byId("back").addEventListener("click", () => {
  const from = typed("board").length ? "board" : "hole";
  byId(from).value = text(typed(from).slice(0, -1));
  ask();
});
byId("clear").addEventListener("click", () => { byId("hole").value = byId("board").value = ""; ask(); byId("hole").focus(); });
byId("reset").addEventListener("click", () => { payInputs(byId("lines"), table, givenIn(new URLSearchParams()), ask); ask(); });
byId("design").addEventListener("submit", (event) => event.preventDefault());
ask();
