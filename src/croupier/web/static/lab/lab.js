// What the pages of the lab share: questions whose latest answer wins, inputs of a pay table, the heat map.

import { byId, make } from "../make.js";

export { byId, make };
export const page = JSON.parse(byId("page").textContent);
export const WORDS = { bet4: "bet 4x", bet3: "bet 3x", bet2: "bet 2x", bet1: "bet 1x", check: "check", fold: "fold", ride: "let it ride", pull: "pull back" };
// On a phone the row of games is longer than the screen.
document.querySelector(".lab-games [aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });
const SVG = "http://www.w3.org/2000/svg";
const TYPING_MS = 120;

export function draw(tag, attributes = {}, text) {
  const made = document.createElementNS(SVG, tag);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text !== undefined) made.textContent = text;
  return made;
}

// Numbers as people read them, with a true minus.
const minus = (text) => text.replace("-", "−");
const nonzero = (text) => (/^-[0.,]*$/.test(text) ? text.slice(1) : text);
export const number = (value, digits = 4) => minus(nonzero(value.toLocaleString("en-US", { minimumFractionDigits: digits, maximumFractionDigits: digits })));
export const percent = (share, digits = 4) => `${number(share * 100, digits)} %`;
export const signed = (value, digits = 4) => (Number(value.toFixed(digits)) > 0 ? "+" : "") + number(value, digits);
export const dollars = (cents, digits = 0) => `${cents < 0 ? "−" : ""}$${number(Math.abs(cents) / 100, digits)}`;
export const oneIn = (chance) => (chance ? number(1 / chance, chance > 0.01 ? 1 : 0) : "never");

// Ask while somebody types: wait for a pause, drop what is out of date, show only the latest answer.
export function asker(path, { answer, told }) {
  let turn = 0, timer = null, going = null;
  async function ask(query, mine) {
    going?.abort();
    going = new AbortController();
    const began = Date.now();
    const waiting = setTimeout(() => mine === turn && told("Working it out…"), 300);
    try {
      for (;;) {
        const response = await fetch(`${path}?${query}`, { signal: going.signal, headers: { accept: "application/json" } });
        const said = await response.json();
        if (mine !== turn) return;
        if (response.status === 202) {
          clearTimeout(waiting);
          const seconds = Math.round((Date.now() - began) / 1000);
          told(said.share === undefined ? `The lab is learning the whole game: ${said.progress} (${seconds} s). This happens once.` : `Working it out: ${said.progress}, ${percent(said.share, 0)} (${seconds} s)…`);
          await new Promise((done) => setTimeout(done, 500));
          if (mine !== turn) return;
          continue;
        }
        clearTimeout(waiting);
        if (response.ok) answer(said);
        else told(said.error || "The lab did not understand; reload the page and try again.", said.line ?? "");
        return;
      }
    } catch (error) {
      if (mine === turn && error.name !== "AbortError") told("The lab cannot be reached; check your connection and change something to ask again.", "");
    } finally {
      clearTimeout(waiting);
    }
  }
  const send = (query, { now = false } = {}) => {
    const mine = ++turn;
    clearTimeout(timer);
    timer = setTimeout(() => ask(query, mine), now ? 0 : TYPING_MS);
  };
  send.cancel = () => { turn++; clearTimeout(timer); going?.abort(); };
  return send;
}

// Words above the answer; an error is marked where it stands.
export function tell(text, line) {
  const told = byId("told");
  told.textContent = text ? text[0].toUpperCase() + text.slice(1) + (/[.…]$/.test(text) ? "" : ".") : "";
  told.classList.toggle("bad", line !== undefined);
  if (line !== undefined && byId("brief")) byId("brief").textContent = told.textContent;
  for (const input of document.querySelectorAll("[data-line]")) input.toggleAttribute("aria-invalid", false);
  if (line) for (const input of document.querySelectorAll(`[data-line="${CSS.escape(line)}"]`)) input.setAttribute("aria-invalid", "true");
}

// One input a line, with the approved pay beside it where it was changed.
export function payInputs(body, table, given, onInput) {
  if (!table) return;
  body.replaceChildren(
    ...table.lines.map((line) => {
      const pay = make("input", { id: `pay-${line.line}`, "data-line": line.line, value: given.pay.get(line.line) ?? line.pay, placeholder: "nothing", maxlength: 24, oninput: onInput });
      const beside = make("span", { class: "lab-approved", id: `was-${line.line}` });
      pay.setAttribute("aria-describedby", beside.id);
      const cells = [make("th", { scope: "row" }, make("label", { for: pay.id }, line.words)), make("td", {}, pay, beside)];
      if (table.lines.some((one) => one.envy !== null)) {
        const envy = line.envy === null ? null : make("input", { id: `envy-${line.line}`, "aria-label": `envy for a ${line.words}`, inputmode: "numeric", value: given.envy.get(line.line) ?? line.envy, maxlength: 9, oninput: onInput });
        cells.push(make("td", {}, envy));
      }
      return make("tr", { id: `row-${line.line}` }, ...cells);
    }),
  );
}

const tidy = (text) => text.trim().replace(/\s+/g, " ");

// What was changed, as the address spells it; a game without a pay table of its base bets is named instead.
export function changesOf(table) {
  if (!table) return new URLSearchParams({ game: page.game });
  const query = new URLSearchParams();
  if (table.name !== "BLIND") query.set("table", table.name);
  for (const line of table.lines) {
    const pay = byId(`pay-${line.line}`), envy = byId(`envy-${line.line}`);
    if (pay && tidy(pay.value) !== line.pay) query.append("pay", `${line.line}:${tidy(pay.value)}`);
    if (envy && tidy(envy.value) !== line.envy) query.append("envy", `${line.line}:${tidy(envy.value)}`);
  }
  return query;
}

// The same, read from the address.
export function givenIn(query) {
  const pairs = (key) => new Map(query.getAll(key).map((text) => [text.slice(0, text.indexOf(":")), text.slice(text.indexOf(":") + 1)]));
  return { pay: pairs("pay"), envy: pairs("envy"), meter: pairs("meter"), seed: pairs("seed"), contribution: pairs("contribution"), reserve: pairs("reserve") };
}

export function markChanges(table, changed) {
  for (const line of table?.lines ?? []) {
    const row = byId(`row-${line.line}`);
    const is = changed.includes(line.line);
    row.classList.toggle("changed", is);
    byId(`was-${line.line}`).textContent = is ? `approved: ${line.pay || "nothing"}${line.envy ? `, envy $${line.envy}` : ""}` : "";
  }
}

// The address follows the design, and the game's other pages are told of a design of its base bets.
export function keepAddress(query, base) {
  const text = query.toString();
  history.replaceState(null, "", text ? `?${text}` : location.pathname);
  for (const link of document.querySelectorAll(".lab-places a")) {
    const path = link.getAttribute("href").split("?")[0];
    const carries = link.dataset.carries !== undefined && path !== location.pathname && base?.toString();
    link.setAttribute("href", carries ? `${path}?${base}` : path);
  }
}

// The lines of a table whose inputs differ from the approved pays.
export const changedLines = (table) => (table?.lines ?? []).filter((line) => byId(`pay-${line.line}`).value.trim() !== line.pay).map((line) => line.line);

export function offerFiles(path, query, endings) {
  const files = byId("files");
  files.hidden = false;
  const text = query.toString();
  files.replaceChildren(
    "Download: ",
    ...endings.map((ending) => make("a", { class: "button", href: `${path}.${ending}${text ? `?${text}` : ""}`, download: "" }, ending.toUpperCase())),
  );
}

// The command that gives the same; with a design of one's own it reads the TOML file of the page of pay tables.
export function offerCommand(words, designed) {
  const quoted = words.map((word) => (/^[\w.=%-]+$/.test(word) ? word : `'${word}'`));
  byId("terminal").hidden = false;
  byId("terminal").replaceChildren("At a terminal: ", make("code", {}, ["croupier", ...quoted, ...(designed ? ["--paytable", "FILE"] : [])].join(" ")), designed ? ", with the TOML file of the pay tables' page" : "");
}

const RANKS = "AKQJT98765432";
const SHOWS = { best: (start) => start[start.best], gain: (start) => start.bet4 - start.check, bet4: (start) => start.bet4, bet3: (start) => start.bet3, check: (start) => start.check };

// On which sides of a square the decision turns: a line is drawn there, between it and its neighbour.
function borders(cells, at) {
  const turns = (other) => cells[other] && cells[at].does !== cells[other].does;
  return `${at % 13 < 12 && turns(at + 1) ? "turns-right " : ""}${turns(at + 13) ? "turns-below" : ""}`.trim();
}

// The 13 × 13 chart as a table of buttons, each of which says all that it stands for, so that it needs no headers; the
// arrow keys walk on it. A cell says what it looks like and what it says, and, where a line is to be drawn where
// decisions turn, what it `does`.
export function squares(place, cells, { pick = () => {}, chosen = null } = {}) {
  const rows = [...RANKS].map((_, row) =>
    make("tr", {}, ...cells.slice(row * 13, row * 13 + 13).map((cell, column) => {
      const button = make("button", { type: "button", class: `heat ${cell.colour}${cell.turned ? " turned" : ""}`, tabindex: "-1", "data-hand": cell.hand, "aria-label": cell.says, onclick: () => choose(cell, button) }, make("b", {}, cell.hand), make("span", { class: "money" }, signed(cell.value, 2)));
      return make("td", { class: borders(cells, row * 13 + column) }, button);
    })),
  );
  const table = make("table", { class: "lab-chart", role: "presentation" }, make("caption", { class: "unseen" }, "Starting hands"), make("tbody", {}, ...rows));
  const buttons = [...table.querySelectorAll("button")];
  const current = buttons.find((button) => button.dataset.hand === chosen) || buttons[0];
  current.tabIndex = 0;
  if (chosen) current.setAttribute("aria-pressed", "true");
  function choose(cell, button) {
    for (const one of buttons) { one.removeAttribute("aria-pressed"); one.tabIndex = -1; }
    button.setAttribute("aria-pressed", "true");
    button.tabIndex = 0;
    pick(cell.start);
  }
  table.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: 13, ArrowUp: -13 }[event.key];
    const at = buttons.indexOf(document.activeElement);
    const next = step && at >= 0 ? buttons[at + step] : null;
    if (!next) return;
    event.preventDefault();
    buttons[at].tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
  });
  const focused = place.contains(document.activeElement) ? document.activeElement.dataset.hand : null;
  place.replaceChildren(table);
  if (focused) buttons.find((button) => button.dataset.hand === focused)?.focus();
}

// One of five shades: the more a decision gains, the stronger.
export const shade = (gain, most) => Math.max(0, Math.min(4, Math.ceil(5 * Math.sqrt(Math.abs(gain) / most)) - 1));

// The starting hands of Ultimate Texas Hold'em.
export function heatMap(place, starts, { shows = "best", ...options } = {}) {
  const most = Math.max(...starts.map((start) => Math.abs(start.bet4 - start.check)));
  squares(place, starts.map((start) => {
    const kind = start.best === "check" ? "check" : start.best === "bet3" ? "bet3" : "bet";
    const turned = start.best !== start.was;
    const value = SHOWS[shows](start);
    return { start, hand: start.hand, does: kind, colour: `${kind}-${shade(Math.max(start.bet4, start.bet3) - start.check, most)}`, turned, value, says: `${start.hand}: ${WORDS[start.best]}${turned ? `, approved: ${WORDS[start.was]}` : ""}, ${signed(value, 4)}` };
  }), options);
}
