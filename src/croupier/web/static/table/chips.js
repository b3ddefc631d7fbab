// Chips, moved to where the money goes.

import { byId } from "../make.js";
import { stackOf } from "../stack.js";
import { isPending, isStill, paytableOf, seatOf } from "./state.js";

const SLIDE_MS = 220;
const NEXT_MS = 110; // one bet after the other, so that the eye can follow

// Where chips come from or go to: on a spot the corner where its stack stands, so that they never cover its amount.
const centre = (element) => {
  const box = element.getBoundingClientRect();
  if (!box.width && !box.height) return null;
  return element.matches(".spot") ? [box.right - box.width * 0.1, box.top + box.height * 0.1] : [box.left + box.width / 2, box.top + box.height / 2];
};

// Slide an amount from one place of the page to another; where nothing may move, nothing does. Chips that are there
// already wait in their place for their turn; others are seen when it comes.
export function slide(cents, from, to, after = 0, isThere = true) {
  const [start, end] = [from && centre(from), to && centre(to)];
  if (isStill() || document.hidden || cents <= 0 || !start || !end) return;
  const stack = stackOf(cents);
  stack.classList.add("moving");
  Object.assign(stack.style, { left: `${start[0]}px`, top: `${start[1]}px`, opacity: Number(isThere) });
  document.body.append(stack);
  const way = [{ opacity: 1, transform: "translate(-50%, -50%)" }, { opacity: 1, transform: `translate(calc(${end[0] - start[0]}px - 50%), calc(${end[1] - start[1]}px - 50%))` }];
  stack.animate(way, { duration: SLIDE_MS, delay: after, easing: "ease-in-out", fill: isThere ? "both" : "forwards" }).finished.catch(() => 0).then(() => stack.remove());
}

const total = (amounts) => Object.values(amounts || {}).reduce((sum, cents) => sum + cents, 0);
const spotOf = (key) => document.querySelector(`#spots [data-spot="${key}"]`);
const isInSight = (element) => {
  const box = element && element.checkVisibility() ? element.getBoundingClientRect() : null;
  return Boolean(box && box.height && box.top >= 0 && box.bottom <= innerHeight);
};

// What pays a bet: the line of a pay table if it is in sight, else the own cards that are on it; against the dealer, the
// dealer's cards; and where nothing lies, the tray.
function payerOf(row) {
  const table = row.line && paytableOf(row.spot);
  const line = table && document.querySelector(`[data-line="${table.bet}:${row.line}"]`);
  if (line && isInSight(line)) return line;
  const cards = byId(row.line ? "my-cards" : "dealer-cards");
  return cards.children.length ? cards : byId("tray");
}

const podOf = (number) => document.querySelector(`#arc [data-seat="${number}"]`);

// Chips go where the money goes: a bet to its spot, what is lost to the dealer, what is won to its spot and then home.
export const chipMoves = {
  step(name, before, felt) {
    const tray = byId("tray"), home = byId("my-cards");
    const was = seatOf(before), seat = seatOf(felt);
    if (name === "bets" && before.id === felt.id && was && seat) {
      for (const [key, cents] of Object.entries(seat.raised)) slide(cents - ((was.raised || {})[key] || 0), home, spotOf(key));
    }
    if (name !== "money") return;
    const had = before.id === felt.id && was ? was.results.length : 0;
    (seat ? seat.results.slice(had) : []).filter((row) => !isPending(row, seat)).forEach((row, i) => {
      const spot = spotOf(row.spot), after = NEXT_MS * i;
      if (row.net < 0) slide(row.stake || -row.net, spot, tray, after);
      if (row.net > 0) slide(row.net, payerOf(row), spot, after, false);
      if (row.net > 0) slide(row.net, spot, home, after + SLIDE_MS + 40, false);
      if (row.net >= 0) slide(row.stake, spot, home, after + SLIDE_MS + 40);
    });
    for (const other of felt.seats.filter((one) => !one.you && one.stakes && one.results.length)) {
      const pod = podOf(other.number);
      if (other.net < 0) slide(Math.min(-other.net, total(other.stakes) + total(other.raised)), pod, tray);
      else slide(other.net, tray, pod);
    }
  },
};
