// Chips, moved to where the money goes.

import { stackOf } from "../stack.js";
import { byId } from "./make.js";
import { isPending, isStill, seatOf } from "./state.js";

const SLIDE_MS = 220;

const centre = (element) => {
  const box = element.getBoundingClientRect();
  return box.width || box.height ? [box.left + box.width / 2, box.top + box.height / 2] : null;
};

// Slide an amount from one place of the page to another; where nothing may move, nothing does.
export function slide(cents, from, to, after = 0) {
  const [start, end] = [from && centre(from), to && centre(to)];
  if (isStill() || document.hidden || cents <= 0 || !start || !end) return;
  const stack = stackOf(cents);
  stack.classList.add("moving");
  Object.assign(stack.style, { left: `${start[0]}px`, top: `${start[1]}px` });
  document.body.append(stack);
  const way = [{ transform: "translate(-50%, -50%)" }, { transform: `translate(calc(${end[0] - start[0]}px - 50%), calc(${end[1] - start[1]}px - 50%))` }];
  stack.animate(way, { duration: SLIDE_MS, delay: after, easing: "ease-in-out", fill: "both" }).finished.catch(() => 0).then(() => stack.remove());
}

const total = (amounts) => Object.values(amounts || {}).reduce((sum, cents) => sum + cents, 0);
const spotOf = (key) => document.querySelector(`#spots [data-spot="${key}"]`);
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
    for (const row of seat ? seat.results.slice(had) : []) {
      const spot = spotOf(row.spot);
      if (isPending(row, seat)) continue;
      if (row.net < 0) slide(row.stake || -row.net, spot, tray);
      if (row.net > 0) slide(row.net, tray, spot);
      if (row.net >= 0) slide(row.stake + row.net, spot, home, SLIDE_MS + 40);
    }
    for (const other of felt.seats.filter((one) => !one.you && one.stakes && one.results.length)) {
      const pod = podOf(other.number);
      if (other.net < 0) slide(Math.min(-other.net, total(other.stakes) + total(other.raised)), pod, tray);
      else slide(other.net, tray, pod);
    }
  },
};
