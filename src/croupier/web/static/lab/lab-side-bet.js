// A side bet of one's own: its declaration, and every line counted while it is typed.

import { asker, byId, keepAddress, make, number, offerFiles, oneIn, page, percent, tell } from "./lab.js";

const text = byId("declaration");
const starter = byId("starter");
const send = asker("/api/lab/side-bet", { answer: show, told: refuse });

function question() {
  return new URLSearchParams({ declaration: text.value });
}

function ofGame(query) {
  const made = new URLSearchParams(query);
  made.set("game", page.game);
  return made;
}

function ask(event) {
  const begun = page.starters.some((one) => one.declaration === text.value);
  keepAddress(begun ? new URLSearchParams(starter.selectedIndex ? { starter: starter.value } : {}) : question(), null);
  send(ofGame(question()).toString(), { now: !event });
}

function refuse(words, line) {
  tell(words, line);
  text.toggleAttribute("aria-invalid", line !== undefined);
  if (line !== undefined) text.setAttribute("aria-invalid", "true");
}

function show(answer) {
  refuse("");
  byId("answer").hidden = false;
  byId("headline").textContent = percent(answer.edge);
  byId("headline-beside").textContent = answer.name;
  byId("counted").textContent = `Counts ${answer.counted}.`;
  byId("brief").textContent = `House edge: ${percent(answer.edge)}`;
  const figures = [
    ["deals", number(answer.deals, 0)],
    ["hit frequency", percent(answer.hit_frequency)],
    ["standard deviation", number(answer.standard_deviation)],
    ["returned to players", percent(1 - answer.edge)],
  ];
  byId("figures").replaceChildren(...figures.map(([words, value]) => make("tr", {}, make("th", { scope: "row" }, words), make("td", { class: "number" }, value))));
  byId("lines").replaceChildren(
    ...answer.lines.map((line) =>
      make("tr", {},
        make("th", { scope: "row" }, line.words),
        make("td", { class: "number" }, line.pay),
        make("td", { class: "number" }, number(line.ways, 0)),
        make("td", { class: "number muted" }, oneIn(line.probability)),
        make("td", { class: "number" }, percent(line.returns)))),
  );
  byId("notes").replaceChildren(...answer.notes.map((note) => make("p", { class: "warning" }, note)));
  byId("exact").textContent = answer.exact.replace("-", "−");
  offerFiles("/api/lab/side-bet", ofGame(question()), ["toml", "json", "csv"]);
  document.body.dataset.edge = answer.edge;
}

const address = new URLSearchParams(location.search);
starter.selectedIndex = Math.min(Number(address.get("starter")) || 0, page.starters.length - 1);
text.value = address.get("declaration") ?? page.starters[starter.selectedIndex].declaration;
text.addEventListener("input", ask);
starter.addEventListener("change", () => { text.value = page.starters[starter.selectedIndex].declaration; ask(); });
byId("design").addEventListener("submit", (event) => event.preventDefault());
ask();
