// How a game is played best: starting hands, a ladder of hands from fold to raise, or what rides.

import { layCards } from "../cards.js";
import { asker, byId, changedLines, changesOf, givenIn, keepAddress, make, markChanges, number, offerFiles, page, payInputs, percent, shade, signed, squares, tell, WORDS } from "./lab.js";

const start = new URLSearchParams(location.search);
const bases = page.tables.filter((one) => one.bet === page.base_bet);
let table = bases.find((one) => one.name === start.get("table")) || bases[0];
let chosen = null;
const COLOURS = { fold: "fold", pull: "fold", check: "fold", bet1: "once", bet2: page.actions.includes("bet3") ? "twice" : "most", bet3: "most", bet4: "most", ride: "most" };

const send = asker("/api/lab/chart", { answer: show, told: tell });

function ask(event) {
  const query = changesOf(table);
  keepAddress(query, query);
  send(query.toString(), { now: !event });
}

function show(answer) {
  markChanges(table, changedLines(table));
  const place = byId("best");
  const words = answer.starts.length ? starts(place, answer.starts) : answer.rungs.length ? ladder(place, answer) : answer.held.length ? held(place, answer.held) : "what to do, street by street";
  byId("later").replaceChildren(...answer.streets.flatMap((one) => [make("h3", {}, one.words[0].toUpperCase() + one.words.slice(1)), rungTable(one)]));
  const whose = answer.table === answer.approved ? `As approved, ${answer.approved}` : `With your table ${answer.table}`;
  tell(answer.table ? `${whose}: ${words}` : words);
  byId("strategies").replaceChildren(...answer.strategies.flatMap((one) => [make("h3", {}, one.title), make("p", { class: "muted" }, one.words.join(" "))]));
  offerFiles("/api/lab/chart", changesOf(table), ["png", "svg", "csv", "json"]);
}

// Two cards: the largest bet, a smaller one or none, the stronger the colour the more it matters.
function starts(place, found) {
  const offers = page.actions.filter((action) => action in found[0].values), large = offers[0], none = offers[offers.length - 1];
  const gain = (one) => { const values = Object.values(one.values).sort((a, b) => b - a); return values[0] - (one.best === none ? values[1] : one.values[none]); };
  const most = Object.fromEntries(offers.map((action) => [action, Math.max(1e-9, ...found.filter((one) => one.best === action).map(gain))]));
  const kinds = Object.fromEntries(offers.map((action) => [action, action === large ? "bet" : action === none ? "check" : "bet1"]));
  squares(place, found.map((one) => ({
    start: one,
    hand: one.hand,
    colour: `${kinds[one.best]}-${shade(gain(one), most[one.best])}`,
    turned: one.best !== one.was,
    value: one.values[one.best],
    says: `${one.hand}: ${WORDS[one.best]}${one.best !== one.was ? `, approved: ${WORDS[one.was]}` : ""}, ${signed(one.values[one.best], 4)}`,
  })), { pick: pickStart, chosen });
  place.classList.add("lab-heat");
  const smaller = offers.slice(1, -1).reverse()[0];
  key([["bet-4", WORDS[large]], ...(smaller ? [["bet1-4", WORDS[smaller]]] : []), ["check-4", WORDS[none]]], "the stronger the colour, the more it matters; suited above the diagonal, offsuit below");
  const still = found.find((one) => one.hand === chosen);
  if (still) pickStart(still);
  else byId("hand-card").replaceChildren(make("p", { class: "muted" }, "Choose a hand in the chart for its exact values."));
  const often = (best) => found.filter((one) => one.best === best).reduce((sum, one) => sum + one.combos, 0);
  const less = offers.slice(1, -1).reduce((sum, action) => sum + often(action), 0);
  return `of 1,326 hands ${number(often(large), 0)} ${WORDS[large]} ${page.first_street}, ${smaller ? `${number(less, 0)} bet less, ` : ""}${number(often(none), 0)} ${WORDS[none]}`;
}

function pickStart(one) {
  chosen = one.hand;
  const order = Object.entries(one.values).sort(([, a], [, b]) => b - a);
  byId("hand-card").replaceChildren(
    make("h2", {}, one.hand),
    make("p", {}, `${one.combos} of 1,326 hands. Best: ${WORDS[one.best]}${one.best !== one.was ? ` (approved: ${WORDS[one.was]})` : ""}, by ${number(order[0][1] - order[1][1], 6)} ${page.unit}s.`),
    make("table", { class: "plain" }, make("caption", { class: "unseen" }, `Values of ${one.hand}`), make("tbody", {}, ...order.map(([choice, value]) =>
      make("tr", {}, make("th", { scope: "row" }, WORDS[choice]), make("td", { class: "number" }, signed(value, 8)), make("td", { class: "mono" }, one.exact[choice].replace("-", "−")))))),
  );
}

// One decision: hands from the best down, by the dealer's card where one is shown.
function ladder(place, answer) {
  const rungs = [...answer.rungs].reverse(), shown = answer.columns.length > 1;
  const choices = page.actions.filter((action) => rungs.some((rung) => rung.shares.some((shares) => shares[action])));
  key(choices.map((action) => [COLOURS[action], WORDS[action]]), shown ? "columns are the card that the dealer shows; a number is the share of the hands that take the larger bet, in percent" : "where hands of one rank differ, it is for the cards that they keep from the dealer");
  place.replaceChildren(rungTable(answer, (rung, i) => (rungs.length === 1 ? "every hand" : i === 0 ? `${rung.low} or better` : i === rungs.length - 1 ? `up to ${rung.high}` : named(rung))));
  return border(rungs, shown);
}

const named = (rung) => (rung.low === rung.high ? rung.low : `${rung.low} to ${rung.high}`);

// The hands of a street, the best on top.
function rungTable(answer, name = named) {
  const rungs = [...answer.rungs].reverse(), shown = answer.columns.length > 1;
  const total = rungs.reduce((sum, rung) => sum + rung.hands, 0);
  const head = make("tr", {}, make("th", { scope: "col" }, "your hand"), make("th", { scope: "col", class: "number" }, "of hands"), ...answer.columns.map((rank) => make("th", { scope: "col" }, rank === "T" ? "10" : rank || "what to do")));
  const body = rungs.map((rung, i) => make("tr", {}, make("th", { scope: "row" }, name(rung, i)), make("td", { class: "number muted" }, percent(rung.hands / total, shown ? 1 : 2)), ...rung.shares.map((shares) => cell(shares, shown))));
  return make("div", { class: "lab-wide", role: "region", "aria-label": "What to do, hand by hand", tabindex: "0" }, make("table", { class: `lab-ladder${shown ? "" : " strip"}` }, make("caption", { class: "unseen" }, "What to do, hand by hand"), make("thead", {}, head), make("tbody", {}, ...body)));
}

function cell(shares, shown) {
  const choices = Object.entries(shares);
  const says = choices.length === 1 ? WORDS[choices[0][0]] : choices.map(([choice, share]) => `${WORDS[choice]} ${percent(share, 1)}`).join(", ");
  if (choices.length === 1) return make("td", { class: COLOURS[choices[0][0]], title: says }, shown ? make("span", { class: "unseen" }, says) : says);
  // The smaller choice is the ground, and the larger bet fills it from the left.
  const [most, share] = choices[0];
  const made = make("td", { class: `${COLOURS[choices[choices.length - 1][0]]} mixed`, title: says });
  const fill = make("span", { class: `fill ${COLOURS[most]}` });
  fill.style.width = `${100 * share}%`;
  made.append(fill, make("span", { class: "said" }, shown ? shortly(share) : says), make("span", { class: "unseen" }, shown ? `: ${says}` : ""));
  return made;
}

// A share in percent that never looks like none or all of them.
const shortly = (share) => (share < 0.01 ? "<1" : share > 0.99 ? ">99" : String(Math.round(100 * share)));

// Where the decision turns, in a sentence.
function border(rungs, shown) {
  const always = rungs.find((rung, i) => rungs.slice(0, i + 1).every((one) => one.shares.every((shares) => !shares.fold)) && (rungs[i + 1]?.shares.some((shares) => shares.fold) ?? true));
  if (!always) return "every hand is best folded against some card";
  if (rungs.every((rung) => rung.shares.every((shares) => !shares.fold))) return "no hand is ever folded";
  return `play on with ${always.low} or better${shown ? ", whatever the dealer shows" : ""}`;
}

// Let It Ride: what rides with three cards, and with four.
function held(place, found) {
  place.replaceChildren(...found.map((cards) => {
    const rows = cards.rows.map((row) => {
      const example = make("div", { class: "cards lab-example", "aria-label": row.example });
      layCards(example, row.example.split(" "), "blue");
      const rides = row.rides === row.sets ? "rides" : row.rides ? `rides in ${percent(row.rides / row.sets, 1)}` : "is pulled back";
      const worth = row.least === row.most ? signed(row.most, 4) : `${signed(row.least, 4)} to ${signed(row.most, 4)}`;
      return make("tr", { class: row.rides === row.sets ? "rides" : row.rides ? "some" : "" }, make("th", { scope: "row" }, row.words), make("td", {}, example), make("td", {}, rides), make("td", { class: "number" }, worth), make("td", { class: "number muted" }, number(row.sets, 0)));
    });
    return make("div", {}, make("h3", {}, cards.words[0].toUpperCase() + cards.words.slice(1)), make("div", { class: "lab-wide", role: "region", "aria-label": cards.words, tabindex: "0" }, make("table", { class: "plain lab-held" }, make("caption", { class: "unseen" }, `What rides ${cards.words}`),
      make("thead", {}, make("tr", {}, ...["you hold", "such as", "the bet", "worth in bets", "hands"].map((words, i) => make("th", { scope: "col", class: i > 2 ? "number" : "" }, words)))),
      make("tbody", {}, ...rows))));
  }));
  byId("key").textContent = "Tens and better are high cards; an ace beside low cards is not.";
  const often = found.map((cards) => cards.rows.reduce((sum, row) => sum + row.rides, 0) / cards.rows.reduce((sum, row) => sum + row.sets, 0));
  return found.map((cards, i) => `${percent(often[i], 2)} of hands ride ${cards.words}`).join(", ");
}

function key(colours, words) {
  byId("key").replaceChildren(...colours.map(([colour, said]) => make("span", { class: `heat ${colour}` }, said)), make("span", { class: "muted" }, ` ${words}`));
}

function lay(query) {
  if (!table) return;
  payInputs(byId("lines"), table, givenIn(query), ask);
  byId("table").value = table.name;
}

if (table) {
  byId("table").replaceChildren(...bases.map((one) => make("option", { value: one.name }, one.name)));
  byId("table").addEventListener("change", () => { table = bases.find((one) => one.name === byId("table").value); lay(new URLSearchParams()); ask(); });
  byId("base-details").open = start.has("pay");
  byId("reset").addEventListener("click", () => { lay(new URLSearchParams()); ask(); });
}
byId("design").addEventListener("submit", (event) => event.preventDefault());
lay(start);
ask();
