// Beside the felt: the pay tables of what is bet, your last rounds, the meters, the fingerprint of this round.

import { byId, make } from "../make.js";
import { dollars, signed } from "../money.js";
import { amountStaged } from "./betting.js";
import { game, isStaging, paytableOf, room, seatOf } from "./state.js";

const numberOf = (id) => id.slice(id.lastIndexOf("-") + 1);

export function drawSide(felt) {
  const { page } = room, seat = seatOf(felt);
  drawPaytables(seat, felt);
  const hit = new Set(((seat && seat.results) || []).filter((row) => row.line).map((row) => `${paytableOf(row.spot)?.bet}:${row.line}`));
  for (const row of document.querySelectorAll("[data-line]")) row.classList.toggle("lit", hit.has(row.dataset.line));
  const meters = byId("meters");
  if (meters) meters.replaceChildren(...Object.entries(page.meters || {}).map(([level, cents]) => make("li", {}, make("span", {}, level), make("span", { class: "money" }, dollars(cents)))));
  // A round is listed once its money has been seen.
  if (!room.pacing) byId("last").replaceChildren(...page.rounds.map((round) => make("li", {}, make("a", { href: `/rounds/${round.id}` }, `Round ${numberOf(round.id)}`), make("span", { class: `money ${round.net > 0 ? "win" : round.net < 0 ? "loss" : ""}` }, round.net ? signed(round.net) : "$0"))));
  byId("commitment").textContent = page.round ? page.round.commitment : "";
}

// What is bet stands first and open, the rest folded below. Somebody who opens another is left alone until bets change.
let drawn = null;
function drawPaytables(seat, felt) {
  const place = byId("paytables");
  const staging = isStaging() && (room.fresh || !felt.over);
  const lies = (spot) => (game.spots[spot] && staging ? amountStaged(spot) : seat && seat.stakes && (seat.stakes[spot] || seat.raised[spot]));
  const tables = game.table.paytables;
  const bet = tables.filter((one) => one.spots.some(lies)).map((one) => one.bet);
  const base = tables.filter((one) => one.spots.some((spot) => game.baseSpots.some((own) => own.key === spot))).map((one) => one.bet);
  const open = bet.length ? bet : base.length ? base : tables.slice(0, 1).map((one) => one.bet);
  if (drawn === open.join()) return;
  drawn = open.join();
  const sheets = [...place.querySelectorAll("[data-bet]")];
  for (const sheet of sheets) sheet.open = open.includes(sheet.dataset.bet);
  const order = tables.map((one) => one.bet).sort((one, other) => open.includes(other) - open.includes(one));
  for (const key of order) place.append(sheets.find((sheet) => sheet.dataset.bet === key));
}
