// The chart of starting hands, under the approved Blind or one of your own.

import { asker, byId, changedLines, changesOf, givenIn, heatMap, keepAddress, make, markChanges, number, offerCommand, offerFiles, page, payInputs, signed, tell, WORDS } from "./lab.js";

const table = page.tables.find((one) => one.bet === page.base_bet);
const start = new URLSearchParams(location.search);
let found = null;
let hand = null;

const send = asker("/api/lab/hands", { answer: show, told: tell });

function ask(event) {
  const query = changesOf(table);
  keepAddress(query, query);
  send(query.toString(), { now: !event });
}

function show(answer) {
  found = answer;
  const bets = answer.starts.filter((one) => one.best === "bet4").reduce((sum, one) => sum + one.combos, 0);
  const threes = answer.starts.some((one) => one.best === "bet3") ? "" : "; 3x is never best";
  tell(`${answer.blind === answer.approved ? "As approved" : "With your Blind"}: bet 4x on ${bets} of 1,326 hands, check the rest${threes}`);
  markChanges(table, changedLines(table));
  chart();
  offerFiles("/api/lab/hands", changesOf(table), ["png", "svg", "csv", "json"]);
  offerCommand(["strategy", "--table"], changedLines(table).length);
}

function chart() {
  if (!found) return;
  heatMap(byId("heat"), found.starts, { shows: byId("shows").value, pick: choose, chosen: hand });
  const still = found.starts.find((one) => one.hand === hand);
  if (still) choose(still);
}

function choose(one) {
  hand = one.hand;
  const order = ["bet4", "bet3", "check"].sort((a, b) => one[b] - one[a]);
  byId("hand-card").replaceChildren(
    make("h2", {}, one.hand),
    make("p", {}, `${one.combos} of 1,326 hands. Best: ${WORDS[one.best]}${one.best !== one.was ? ` (approved: ${WORDS[one.was]})` : ""}, by ${number(one[order[0]] - one[order[1]], 6)} Antes.`),
    make("table", { class: "plain" }, make("caption", { class: "unseen" }, `Values of ${one.hand}`), make("tbody", {}, ...order.map((choice) =>
      make("tr", {}, make("th", { scope: "row" }, WORDS[choice]), make("td", { class: "number" }, signed(one[choice], 8)), make("td", { class: "mono" }, one.exact[choice].replace("-", "−")))))),
    make("p", {}, make("a", { href: `/lab/strategy?hole=${holeOf(one.hand)}&${changesOf(table)}` }, "Look up a flop with it")),
  );
}

const holeOf = (name) => `${name[0]}s${name[1]}${name.endsWith("s") ? "s" : "h"}`;

payInputs(byId("lines"), table, givenIn(start), ask);
byId("base-details").open = start.has("pay");
byId("shows").addEventListener("change", chart);
byId("reset").addEventListener("click", () => { payInputs(byId("lines"), table, givenIn(new URLSearchParams()), ask); ask(); });
byId("design").addEventListener("submit", (event) => event.preventDefault());
ask();
