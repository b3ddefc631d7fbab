// The pay-table designer: inputs left, answer right, updated while you type.

import { asker, byId, changesOf, givenIn, heatMap, keepAddress, make, markChanges, number, offerFiles, oneIn, page, payInputs, percent, signed, tell, WORDS } from "./lab.js";
import { returnsChart } from "./lab-chart.js";

const progressivePage = page.place === "progressive";
const tables = page.tables.filter((table) => (table.bet === "progressive") === progressivePage);
const FOLDED = { bad_beat: "A folded Bad Beat loses (R24)", progressive: "A folded wager loses (R40)" };
const MONEY = ["meter", "seed"], RATES = ["contribution", "reserve"];
const first = tables.find((one) => one.name === "UTH-P01") || tables[0];
let table = first;
let hand = null;

function choices() {
  const felts = [...new Set(tables.map((one) => one.felt))];
  byId("table").replaceChildren(
    ...felts.map((felt) => {
      const group = make("optgroup", { label: felt });
      group.append(...tables.filter((one) => one.felt === felt).map((one) => make("option", { value: one.name }, (one.name === one.felt.toUpperCase() ? one.name : `${one.felt} ${one.name}`) + (one.printed_edge ? `, printed ${one.printed_edge}` : ""))));
      return group;
    }),
  );
}

// Lay out the inputs of a table, with what the address says of it.
function lay(query) {
  table = tables.find((one) => one.name === query.get("table")) || first;
  byId("table").value = table.name;
  byId("envy-column").hidden = !table.lines.some((line) => line.envy !== null);
  payInputs(byId("lines"), table, givenIn(query), ask);
  byId("name").value = query.get("name") || "";
  byId("folded-label").hidden = !FOLDED[table.bet];
  byId("folded-words").textContent = FOLDED[table.bet] || "";
  byId("folded").checked = query.get("folded") === "true";
  if (progressivePage) layRunning(query);
}

function field(id, words, value, attributes = {}) {
  return make("div", { class: "lab-field" }, make("label", { for: id }, words), make("input", { id, value, maxlength: 16, "data-line": words.toLowerCase(), oninput: ask, ...attributes }));
}

function layRunning(query) {
  const given = givenIn(query);
  const players = make("select", { id: "players", onchange: ask }, ...[1, 2, 3, 4, 5, 6].map((n) => make("option", { value: n, selected: String(n) === (query.get("players") || "1") }, String(n))));
  const levels = page.levels.map((example) =>
    make("fieldset", { id: `level-${example.level}`, class: "lab-level" }, make("legend", {}, `${example.level} meter`),
      field(`meter-${example.level}`, "Meter $", given.meter.get(example.level) ?? example.meter, { inputmode: "decimal", "data-line": `${example.level} meter` }),
      field(`seed-${example.level}`, "Seed $", given.seed.get(example.level) ?? example.seed, { inputmode: "decimal", "data-line": `${example.level} seed` }),
      field(`contribution-${example.level}`, "Contribution %", given.contribution.get(example.level) ?? example.contribution, { inputmode: "decimal", "data-line": `${example.level} contribution` }),
      field(`reserve-${example.level}`, "Reserve %", given.reserve.get(example.level) ?? example.reserve, { inputmode: "decimal", "data-line": `${example.level} reserve` })),
  );
  byId("running").hidden = false;
  byId("running").replaceChildren(
    make("div", { class: "lab-row" },
      field("stake", "Wager $", query.get("stake") || "1", { inputmode: "decimal", "data-line": "stake" }),
      make("div", { class: "lab-field" }, make("label", { for: "players" }, "Players with the bet"), players),
      field("tax", "Tax % of meter pays", query.get("tax") || "0", { inputmode: "decimal", "data-line": "tax" })),
    ...levels,
    make("label", { class: "check" }, make("input", { type: "checkbox", id: "off-meter", checked: query.get("off_meter") === "true", onchange: ask }), " Fixed pays come off the meter too"),
  );
  showLevels(table.levels);
}

function showLevels(names) {
  for (const example of page.levels) byId(`level-${example.level}`).hidden = !names.includes(example.level);
}

function question() {
  const query = changesOf(table);
  if (byId("name").value.trim()) query.set("name", byId("name").value.trim());
  if (FOLDED[table.bet] && byId("folded").checked) query.set("folded", "true");
  if (!progressivePage) return query;
  query.set("game", page.game);
  if (byId("stake").value.trim() !== "1") query.set("stake", byId("stake").value.trim());
  if (byId("players").value !== "1") query.set("players", byId("players").value);
  if (byId("tax").value.trim() !== "0") query.set("tax", byId("tax").value.trim());
  if (byId("off-meter").checked) query.set("off_meter", "true");
  for (const example of page.levels) {
    for (const key of [...MONEY, ...RATES]) {
      const typed = byId(`${key}-${example.level}`).value.trim();
      if (typed !== example[key]) query.append(key, `${example.level}:${typed}`);
    }
  }
  return query;
}

const send = asker("/api/lab/design", { answer: show, told: tell });

function ask(event) {
  const query = question();
  keepAddress(query, table.bet === page.base_bet ? changesOf(table) : null);
  send(query.toString(), { now: !event });
}

function show(answer) {
  tell(answer.changed.length ? `${answer.changed.length} ${answer.changed.length === 1 ? "line" : "lines"} changed from ${answer.approved}` : `As approved: ${answer.approved}`);
  byId("answer").hidden = false;
  markChanges(table, answer.changed);
  headline(answer);
  figures(answer);
  byLine(answer);
  byId("exact").textContent = answer.exact.replace("-", "−");
  changes(answer.changes);
  hands(answer.starts);
  outcomes(answer.outcomes);
  if (progressivePage) {
    showLevels(answer.levels.map((level) => level.level));
    byId("off-meter").disabled = answer.levels.length !== 1;
    returnsChart(byId("chart"), answer, Number(byId("tax").value.replace("%", "")) > 0);
  }
  offerFiles("/api/lab/design", question(), ["png", "svg", "csv", "json", "toml"]);
  document.body.dataset.edge = answer.figures[0].value;
}

function headline(answer) {
  const edge = answer.figures[0];
  byId("headline-words").textContent = edge.words[0].toUpperCase() + edge.words.slice(1);
  byId("headline").textContent = byId("brief").textContent = percent(edge.value);
  byId("brief").prepend(`${byId("headline-words").textContent}: `);
  const off = edge.value - edge.approved;
  const better = off < 0 ? "better" : "worse";
  const printed = answer.printed ? `; printed ${answer.printed}` : "";
  byId("headline-beside").textContent = edge.changed ? `approved ${percent(edge.approved)}, ${number(Math.abs(off) * 100)} points ${better} for the player` : `as approved${printed}`;
}

const shown = (figure, value) => (figure.kind === "percent" ? percent(value, figure.digits) : number(value, figure.digits));

function figures(answer) {
  byId("figures").replaceChildren(
    ...answer.figures.map((figure) =>
      make("tr", { class: figure.changed ? "changed" : "" },
        make("th", { scope: "row" }, figure.words + (figure.kind === "antes" ? `, in ${page.unit}s` : figure.key === "deviation" ? ", in wagers" : "")),
        make("td", { class: "number" }, shown(figure, figure.value)),
        make("td", { class: "number muted" }, shown(figure, figure.approved)),
        make("td", { class: "number" }, figure.changed ? signed((figure.value - figure.approved) * (figure.kind === "percent" ? 100 : 1), figure.digits) : "")),
    ),
  );
}

function byLine(answer) {
  const adding = answer.lines.some((line) => line.adds !== null);
  byId("often").textContent = adding ? "one more to 1 adds" : "one in";
  const most = Math.max(...answer.lines.map((line) => line.returns), 1e-9);
  byId("by-line").replaceChildren(
    ...answer.lines.filter((line) => line.pay || line.approved).map((line) => {
      const bar = make("span", { class: "lab-bar" });
      bar.style.width = `${(100 * line.returns) / most}%`;
      return make("tr", { class: line.changed ? "changed" : "" },
        make("th", { scope: "row" }, line.words, line.changed ? make("span", { class: "lab-mark" }, " changed") : null),
        make("td", { class: "number" }, line.pay || "nothing"),
        make("td", { class: "number muted" }, line.approved || "nothing"),
        make("td", { class: "number" }, adding ? percent(line.adds, 3) : line.probability === null ? "–" : oneIn(line.probability)),
        make("td", { class: "number" }, percent(line.returns, 3)),
        make("td", { class: "lab-bar-cell" }, bar));
    }),
  );
}

function changes(found) {
  const place = byId("changes");
  place.hidden = !found;
  if (!found) return;
  const any = found.preflop || found.flop || found.river;
  const parts = [make("h3", {}, "Changed decisions")];
  if (!any) {
    parts.push(make("p", {}, "None. The Blind pays the same whatever the Play bet, so only a pay for hands that might be folded turns a decision."));
  } else {
    const streets = [["before the flop", found.preflop], ["on the flop", found.flop], ["at the river", found.river]];
    parts.push(make("p", {}, `Decided otherwise in ${streets.map(([where, share]) => `${percent(share, 3)} of rounds ${where}`).join(", ")}. Playing on as before would cost ${percent(found.habit_cost, 4)} of the Ante.`));
    if (found.river) parts.push(make("p", { class: "muted" }, `At the river ${percent(found.river_bets, 3)} now bet 1x instead of folding, ${percent(found.river_folds, 3)} the other way.`));
    const turned = [...found.starts, ...found.flops];
    if (turned.length) {
      parts.push(make("table", { class: "plain" }, make("caption", { class: "muted" }, [found.starts.length && "Starting hands played otherwise", found.flops.length && "Flops that matter most"].filter(Boolean).join(" · ")),
        make("thead", {}, make("tr", {}, make("th", { scope: "col" }, "cards"), make("th", { scope: "col" }, "approved"), make("th", { scope: "col" }, "now"), make("th", { scope: "col", class: "number" }, "gains, in Antes"))),
        make("tbody", {}, ...turned.map((one) => make("tr", {}, make("th", { scope: "row" }, one.cards), make("td", {}, WORDS[one.before]), make("td", {}, WORDS[one.after]), make("td", { class: "number" }, number(one.gain, 5)))))));
    }
  }
  place.replaceChildren(...parts);
}

// What a round nets: every result that comes once in a thousand rounds, and the rarer ones behind a fold.
function outcomes(found) {
  const place = byId("outcomes");
  place.hidden = !found.length;
  if (!found.length) return;
  const most = Math.max(...found.map((one) => one.chance));
  const list = (rows, words) => make("table", { class: "plain lab-outcomes" }, make("caption", { class: "unseen" }, words),
    make("thead", {}, make("tr", {}, make("th", { scope: "col" }, `nets, in ${page.unit}s`), make("th", { scope: "col", class: "number" }, "chance"), make("th", { scope: "col", class: "number" }, "one in"), make("th", { scope: "col" }, make("span", { class: "unseen" }, "as a bar")))),
    make("tbody", {}, ...rows.map((one) => {
      const bar = make("span", { class: `lab-bar${one.net < 0 ? " lost" : ""}` });
      bar.style.width = `${(100 * one.chance) / most}%`;
      return make("tr", {}, make("th", { scope: "row" }, signed(one.net, Number.isInteger(one.net) ? 0 : 2)), make("td", { class: "number" }, percent(one.chance, 4)), make("td", { class: "number" }, oneIn(one.chance)), make("td", { class: "lab-bar-cell" }, bar));
    })));
  const common = found.filter((one) => one.chance >= 0.001), rare = found.filter((one) => one.chance < 0.001);
  const open = place.querySelector("details")?.open;
  place.replaceChildren(make("h3", {}, "What a round nets"), list(common, "Results of a round"), rare.length ? make("details", { open: Boolean(open) }, make("summary", {}, `${rare.length} rarer results`), list(rare, "Rarer results of a round")) : "");
}

function hands(starts) {
  byId("hands").hidden = !starts.length;
  if (!starts.length) return;
  const pick = (start) => {
    hand = start.hand;
    byId("hand-told").textContent = `${start.hand}: ${["bet4", "bet3", "check"].map((choice) => `${WORDS[choice]} ${signed(start[choice], 6)}`).join(", ")} Antes.`;
  };
  heatMap(byId("heat"), starts, { pick, chosen: hand });
  const still = starts.find((start) => start.hand === hand);
  if (still) pick(still);
}

// A file of one's own becomes an address like any other design.
async function openOwn() {
  const [file] = byId("own").files;
  if (!file) return;
  const response = await fetch("/api/lab/table", { method: "POST", headers: { "content-type": "text/plain", accept: "application/json" }, body: await file.text() }).catch(() => null);
  const said = (await response?.json().catch(() => null)) || {};
  if (response?.ok) location.assign(`${tables.some((one) => one.bet === said.bet) ? location.pathname : said.path}?${said.query}`);
  else tell(said.error || "The file could not be sent; try again", "");
}

byId("own").addEventListener("change", openOwn);
byId("table").addEventListener("change", () => { byId("answer").hidden = true; lay(new URLSearchParams({ table: byId("table").value })); ask(); });
byId("reset").addEventListener("click", () => { lay(new URLSearchParams({ table: table.name })); ask(); });
byId("folded").addEventListener("change", ask);
byId("name").addEventListener("input", ask);
byId("design").addEventListener("submit", (event) => event.preventDefault());
choices();
lay(new URLSearchParams(location.search));
ask();
