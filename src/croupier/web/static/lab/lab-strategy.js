// Look up any decision: type or tap the cards, read what each choice is worth and each mistake costs.

import { JOKER, cardWords, layCards } from "../cards.js";
import { asker, byId, changedLines, changesOf, dollars, givenIn, keepAddress, make, markChanges, number, offerCommand, offerFiles, page, payInputs, signed, tell, WORDS } from "./lab.js";

const address = new URLSearchParams(location.search);
const bases = page.tables.filter((one) => one.bet === page.base_bet);
const table = bases.find((one) => one.name === address.get("table")) || bases[0];
const path = `/api/lab/${location.pathname.split("/").pop()}`; // asked under the name of its page
const fields = page.fields.map((field) => ({ ...field, most: field.counts[field.counts.length - 1] }));
const ADD_UP = Object.keys(page.base_bets).length > 0; // it matters how much is on the felt already
const PIPS = { c: "♣", d: "♦", h: "♥", s: "♠" };
let found = null;

const CARD = /JK|(?:10|[2-9TJQKA])\s*[cdhs]/gi;
const typed = ({ key }) => (byId(key).value.match(CARD) || []).map((card) => (/^JK$/i.test(card) ? JOKER : (card.startsWith("10") ? "T" : card[0].toUpperCase()) + card.slice(-1).toLowerCase()));
const text = (cards) => cards.join(" ");
// The cards as the lab spells them; what is none is sent as it stands, to be told what is wrong with it.
const isPlain = ({ key }) => !byId(key).value.replace(CARD, "").replace(/[\s,]/g, "");
const asked = (field) => (isPlain(field) ? text(typed(field)) : byId(field.key).value.trim());
const send = asker(path, { answer: show, told: (words, line) => { byId("answer").hidden = line !== undefined; tell(words, line); } });

function question() {
  const query = changesOf(table);
  for (const field of fields) if (asked(field) || field === fields[0]) query.set(field.key, asked(field));
  if (byId("down").value) query.set("down", byId("down").value);
  return query;
}

function ask(event) {
  offerDown();
  const query = question();
  keepAddress(query, changesOf(table));
  for (const field of fields) layCards(byId(`${field.key}-cards`), typed(field).slice(0, field.most), "blue");
  const used = fields.flatMap(typed);
  for (const button of byId("deck").querySelectorAll("button")) button.setAttribute("aria-pressed", String(used.includes(button.dataset.card)));
  const missing = fields.map(wanting).find(Boolean);
  if (missing && fields.every(isPlain)) {
    found = null;
    byId("answer").hidden = true;
    byId("files").hidden = true;
    tell(missing);
    send.cancel();
    return;
  }
  send(query.toString(), { now: !event });
}

// What is still missing, in words.
function wanting(field) {
  const there = typed(field).length;
  if (field.counts.includes(there)) return "";
  const cards = (count) => (count === 1 ? "one card" : `${count} cards`);
  return `${field.words}: want ${field.counts.length > 1 ? field.counts.join(" or ") + " cards" : cards(field.counts[0])}${there ? `, there ${there === 1 ? "is" : "are"} ${there}` : ""}`;
}

// How many base bets can be down goes by the street.
function offerDown() {
  if (!ADD_UP) return;
  const select = byId("down"), turned = typed(fields.find((field) => field.key === "board")).length;
  const wanted = Number(select.value || address.get("down"));
  const offered = page.base_bets[turned] ?? [];
  if (select.dataset.turned === String(turned)) return;
  select.dataset.turned = turned;
  select.replaceChildren(...offered.map((down) => make("option", { value: down, selected: down === wanted }, String(down))));
  byId("down-field").hidden = false;
}

function show(answer) {
  found = answer;
  const changed = changedLines(table);
  markChanges(table, changed);
  tell(changed.length ? `With your table (${answer.table ?? answer.blind})` : "");
  byId("answer").hidden = false;
  byId("headline-words").textContent = answer.hand ? `You have ${answer.hand}.` : "";
  byId("headline").textContent = WORDS[answer.best][0].toUpperCase() + WORDS[answer.best].slice(1);
  values();
  offerFiles(path, question(), ["png", "svg", "csv", "json"]);
  offerCommand(["strategy", ...command()], changed.length);
}

// As the terminal wants it: the hand and the board, then what else is in sight.
function command() {
  const of = Object.fromEntries(fields.map((field) => [field.key, typed(field)]));
  const cards = [...(of.hole ?? of.own), ...(of.board ?? [])].join(" ");
  const options = [["--game", page.game], ["--up", text(of.up ?? [])], ["--seen", text(of.seen ?? [])], ["--down", ADD_UP ? byId("down").value : ""]];
  return [cards, ...options.filter(([, value]) => value).flat()];
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
  const looked = found.seen ? (found.best_unseen === found.best ? "Who does not look at the others' cards decides the same." : `Who does not look at the others' cards would ${WORDS[found.best_unseen]}, which costs ${number(found.cost_of_ignoring, 6)} ${page.unit}s.`) : "";
  byId("ignoring").textContent = looked;
}

function tap(card) {
  const holds = fields.find((field) => typed(field).includes(card));
  // A field takes what it wants most: the hand first, then what must be there, then what may.
  const free = fields.find((field) => typed(field).length < field.most);
  const field = holds || free;
  if (!field) return;
  const cards = typed(field);
  byId(field.key).value = text(holds ? cards.filter((one) => one !== card) : [...cards, card]);
  ask();
}

const cardButton = (card, kind, rank, pip) => make("button", { type: "button", class: kind, "data-card": card, "aria-pressed": "false", "aria-label": cardWords(card), onclick: () => tap(card) }, make("b", {}, rank), make("span", {}, pip));
byId("deck").append(
  ..."shdc".split("").flatMap((suit) => [..."AKQJT98765432"].map((rank) => cardButton(rank + suit, `suit-${suit}`, rank === "T" ? "10" : rank, PIPS[suit]))),
  ...(page.cards > 52 ? [cardButton(JOKER, "joker", "Joker", "★")] : []),
);
for (const { key } of fields) {
  byId(key).value = address.get(key) || "";
  byId(key).addEventListener("input", ask);
}
payInputs(byId("lines"), table, givenIn(address), ask);
if (table) byId("base-details").open = address.has("pay");
byId("down").addEventListener("change", () => ask());
byId("ante").addEventListener("input", values);
byId("back").addEventListener("click", () => {
  const field = [...fields].reverse().find((one) => typed(one).length) || fields[0];
  byId(field.key).value = text(typed(field).slice(0, -1));
  ask();
});
byId("clear").addEventListener("click", () => { for (const { key } of fields) byId(key).value = ""; ask(); byId(fields[0].key).focus(); });
byId("reset")?.addEventListener("click", () => { payInputs(byId("lines"), table, givenIn(new URLSearchParams()), ask); ask(); });
byId("design").addEventListener("submit", (event) => event.preventDefault());
ask();
