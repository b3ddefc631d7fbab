// Rules of one's own: every field as the house has it, and the whole game solved again with what was changed.

import { asker, byId, keepAddress, make, number, offerFiles, page, percent, signed, tell, WORDS } from "./lab.js";

const inputs = [...document.querySelectorAll("[data-line]")];
const address = new URLSearchParams(location.search);
const tidy = (text) => text.trim().replace(/\s+/g, " ");
const send = asker("/api/lab/variant", { answer: show, told: tell });
const words = (choice) => WORDS[choice] ?? choice.replace(/^bet(\d+)$/, "bet $1x");

function question() {
  const query = new URLSearchParams();
  for (const input of inputs) if (tidy(input.value) !== input.dataset.house) query.append("set", `${input.dataset.line}:${tidy(input.value)}`);
  if (byId("name").value.trim()) query.set("name", byId("name").value.trim());
  return query;
}

function ofGame(query) {
  const made = new URLSearchParams(query);
  made.set("game", page.game);
  return made;
}

function mark() {
  for (const input of inputs) {
    const changed = tidy(input.value) !== input.dataset.house;
    const row = input.closest("tr");
    row.classList.toggle("changed", changed);
    row.querySelector(".lab-approved").textContent = changed ? `house: ${{ true: "yes", false: "no" }[input.dataset.house] ?? input.dataset.house}` : "";
    if (changed) row.closest("details").open = true;
  }
}

function ask(event) {
  const query = question();
  mark();
  keepAddress(query, null);
  send(ofGame(query).toString(), { now: !event });
}

const shown = (figure, value) => (figure.kind === "percent" ? percent(value, figure.digits) : number(value, figure.digits));

function show(answer) {
  const count = answer.changed.length;
  tell(count ? `${count} ${count === 1 ? "rule differs" : "rules differ"} from the house game` : "The house game as it is");
  byId("answer").hidden = false;
  const edge = answer.figures[0];
  byId("headline").textContent = percent(edge.value);
  byId("brief").textContent = `House edge: ${percent(edge.value)}`;
  byId("headline-beside").textContent = edge.changed ? `house game ${percent(edge.approved)}, ${number(Math.abs(edge.value - edge.approved) * 100)} points ${edge.value < edge.approved ? "better" : "worse"} for the player` : "as in the house game";
  byId("figures").replaceChildren(
    ...answer.figures.map((figure) =>
      make("tr", { class: figure.changed ? "changed" : "" },
        make("th", { scope: "row" }, figure.words + (figure.kind === "antes" ? `, in ${page.unit}s` : "")),
        make("td", { class: "number" }, shown(figure, figure.value)),
        make("td", { class: "number muted" }, shown(figure, figure.approved)),
        make("td", { class: "number" }, figure.changed ? signed((figure.value - figure.approved) * (figure.kind === "percent" ? 100 : 1), figure.digits) : ""))),
  );
  byId("streets").replaceChildren(
    ...answer.streets.flatMap((street) =>
      street.choices.map((choice, at) =>
        make("tr", { class: choice.share !== choice.house ? "changed" : "" },
          make("th", { scope: "row" }, at ? "" : street.words),
          make("td", {}, words(choice.choice)),
          make("td", { class: "number" }, percent(choice.share, 2)),
          make("td", { class: "number muted" }, percent(choice.house, 2))))),
  );
  byId("changed").replaceChildren(
    ...(count ? answer.changed : [{ field: "nothing", house: "", now: "" }]).map((one) =>
      make("tr", {}, make("th", { scope: "row" }, one.field), make("td", { class: "muted" }, one.house), make("td", {}, one.now))),
  );
  byId("exact").textContent = answer.exact.replace("-", "−");
  offerFiles("/api/lab/variant", ofGame(question()), ["toml", "csv", "json", "svg"]);
  byId("versus").href = `${page.places.find(({ path }) => path.endsWith("/versus")).path}?${new URLSearchParams({ b_changes: answer.changed.map((one) => `${one.field}: ${one.now}`).join("\n") })}`;
  document.body.dataset.edge = edge.value;
}

// Goal seek with the rules as they stand: every pay that is tried is the whole game solved.
let seeking = 0;
async function seek(event) {
  event.preventDefault();
  const mine = ++seeking;
  const query = ofGame(question());
  query.delete("name");
  query.set("line", byId("seek-line").value);
  query.set("target", byId("seek-target").value.trim());
  const sought = byId("sought");
  sought.textContent = "Seeking…";
  for (;;) {
    const response = await fetch(`/api/lab/bench/seek?${query}`, { headers: { accept: "application/json" } }).catch(() => null);
    const said = await response?.json().catch(() => null);
    if (mine !== seeking) return;
    if (response?.status === 202) {
      sought.textContent = `Seeking: ${said.progress}…`;
      await new Promise((done) => setTimeout(done, 350));
      if (mine !== seeking) return;
      continue;
    }
    if (!response?.ok) { sought.textContent = said?.error || "The lab cannot be reached; try again."; return; }
    const more = new URLSearchParams(query);
    more.delete("game");
    sought.replaceChildren(make("b", {}, `${said.headline.words}: ${said.headline.value}. `), `${said.words.join(" ")} `, make("a", { href: `${placed("seek")}?${more}` }, "With its picture and files"));
    return;
  }
}
byId("seek-line").append(...inputs.filter((input) => input.dataset.line.includes(".pays.")).map((input) => {
  const [section, line] = input.dataset.line.split(".pays.");
  return make("option", { value: `${section}.${line}` }, `${input.closest("details").querySelector("summary").textContent.replace(/ pays$/, "")}: ${input.closest("tr").querySelector("label").textContent}`);
}));
byId("seek").addEventListener("submit", seek);

for (const text of address.getAll("set")) {
  const input = inputs.find((one) => one.dataset.line === text.slice(0, text.indexOf(":")));
  if (input) input.value = text.slice(text.indexOf(":") + 1);
}
byId("name").value = address.get("name") || "";
byId("design").addEventListener("input", ask);
byId("design").addEventListener("submit", (event) => event.preventDefault());
byId("reset").addEventListener("click", () => { for (const input of inputs) input.value = input.dataset.house; byId("name").value = ""; ask(); });
ask();
