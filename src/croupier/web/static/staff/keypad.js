// The dealer's keypad. The key that comes next is lit; a key that is not allowed says why.

import { layCards } from "../cards.js";
import { dollars, signed } from "../money.js";
import { connect, send } from "../live.js";

const byId = (id) => document.getElementById(id);
let page = JSON.parse(byId("page").textContent);
let busy = false;
let seatsDrawn = "";

function make(tag, className, text) {
  const element = document.createElement(tag);
  if (className) element.className = className;
  if (text !== undefined) element.textContent = text;
  return element;
}

function render() {
  byId("step").textContent = page.step;
  const warning = byId("warning");
  warning.hidden = !page.warning;
  if (warning.textContent !== page.warning) warning.textContent = page.warning;
  drawPads(byId("pads"), page.keys, press);
  const task = byId("task");
  task.hidden = !page.instruction;
  if (page.instruction) {
    const list = make("ul", "chores");
    for (const chore of page.instruction.chores) {
      const row = make("li", `chore ${chore.verb}`);
      row.append(make("b", "", chore.verb.toUpperCase()), make("span", "", chore.felt), make("span", "money", chore.amount), make("span", "muted", chore.reason));
      list.append(row);
    }
    task.replaceChildren(make("h2", "", page.instruction.heading), list);
  }
  renderProgressive();
  const round = page.round || {};
  const colour = round.deck_colour || "blue";
  const board = round.board || [];
  layCards(byId("dealer-cards"), round.dealt ? round.dealer || Array(page.table.felt.dealer).fill(null) : [], colour);
  layCards(byId("board-cards"), round.dealt ? [...board, ...Array(page.table.felt.board - board.length).fill(null)] : [], colour);
  byId("dealer-hand").textContent = round.dealer_hand || "";
  const seats = JSON.stringify([page.seats, page.waiting_for, round.dealt]);
  if (seats !== seatsDrawn) byId("seats").replaceChildren(...page.seats.map(seatCard));
  seatsDrawn = seats;
  document.body.dataset.version = page.version;
}

function renderProgressive() {
  const pad = page.progressive;
  byId("progressive").hidden = !pad;
  if (!pad) return;
  byId("progressive-state").textContent = `Progressive: ${pad.state}`;
  byId("progressive-meters").textContent = pad.meters.map(([level, amount]) => `${level} ${amount}`).join(" · ");
  drawPads(byId("buttons"), pad.buttons, pressButton);
}

// Keys are redrawn in place: a key that is replaced under a finger never hears of the press.
function drawPads(place, keys, whenPressed) {
  while (place.children.length > keys.length) place.lastElementChild.remove();
  keys.forEach((key, i) => {
    let pad = place.children[i];
    if (!pad) {
      pad = make("button", "pad");
      pad.type = "button";
      pad.append(make("span", "pad-label"), make("span", "pad-why"));
      pad.addEventListener("click", () => whenPressed(pad.key));
      place.append(pad);
    }
    pad.key = key;
    pad.classList.toggle("lit", key.lit);
    pad.classList.toggle("on", Boolean(key.on));
    pad.setAttribute("aria-disabled", String(!key.lit));
    if (key.on !== undefined) pad.setAttribute("aria-pressed", String(key.on));
    pad.children[0].textContent = key.label;
    pad.children[1].textContent = key.on ? "on; again: off" : key.lit ? "press" : key.why || "";
  });
}

async function pressButton(one) {
  const say = byId("say");
  if (!one.lit || busy) {
    say.textContent = one.why ? `${one.label}: ${one.why}` : "";
    return;
  }
  busy = true;
  say.textContent = "";
  const answer = await send(`/api/staff/tables/${page.table.id}/buttons`, { button: one.button });
  if (answer.error) say.textContent = answer.error;
  await refresh();
  busy = false;
}

function seatCard(seat) {
  const round = page.round || {};
  const card = make("div", `place${page.waiting_for.includes(seat.number) ? " due" : ""}`);
  card.append(make("div", "name", `${seat.number} · ${seat.name || "empty"}`));
  if (seat.stakes) {
    const cards = make("div", "cards");
    layCards(cards, round.dealt ? seat.cards || Array(page.table.felt.own).fill(null) : [], round.deck_colour || "blue");
    const down = { ...seat.stakes, ...seat.raised };
    const bets = page.table.spots.filter((spot) => down[spot.key]).map((spot) => `${spot.felt} ${dollars(down[spot.key])}`);
    card.append(cards, make("div", "bets", bets.join(", ")), make("div", "", seat.outcome ? `${seat.outcome === "none" ? "side bet" : seat.outcome}, ${signed(seat.net)}` : seat.decision || ""));
  }
  return card;
}

async function press(key) {
  const say = byId("say");
  if (!key.lit) {
    say.textContent = `${key.label}: ${key.why}`;
    return;
  }
  if (busy) return;
  busy = true;
  say.textContent = "";
  const answer = await send(`/api/staff/tables/${page.table.id}/orders`, { order: key.order, version: page.version });
  if (answer.error) say.textContent = answer.error;
  await refresh();
  busy = false;
}

async function refresh() {
  const answer = await fetch(`/staff/keypad/${page.table.id}`, { headers: { accept: "application/json" } });
  if (!answer.ok) return;
  page = await answer.json();
  render();
}

connect(`/live/tables/${page.table.id}`, refresh, (up) => { byId("offline").hidden = up; });
render();
