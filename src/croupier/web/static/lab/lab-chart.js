// Return against meter: a line for each meter, where it crosses 100 %, and where the meter stands now.

import { dollars, draw, make, percent } from "./lab.js";

const WIDE = 520, HIGH = 270, LEFT = 58, RIGHT = 14, TOP = 16, BOTTOM = 40;

// Round numbers for an axis, about so many of them.
function ticks(low, high, about) {
  const rough = (high - low) / about || 1;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].map((n) => n * power).find((n) => n >= rough);
  const found = [];
  for (let at = Math.ceil(low / step) * step; at <= high + step * 1e-9; at += step) found.push(at);
  return found;
}

const mark = (cx, cy) => draw("circle", { cx, cy, r: 5, class: "fair" });

function chart(level, taxed) {
  const ends = taxed ? [...level.returns, ...level.after_tax] : level.returns;
  const low = Math.min(...ends, 1), high = Math.max(...ends, 1), room = (high - low) * 0.06 || 0.05;
  const bottom = Math.max(0, low - room), top = high + room;
  const x = (cents) => LEFT + ((WIDE - LEFT - RIGHT) * cents) / level.reach;
  const y = (share) => HIGH - BOTTOM - ((HIGH - BOTTOM - TOP) * (share - bottom)) / (top - bottom);
  const at = (cents, [start, end]) => start + ((end - start) * cents) / level.reach;
  const fair = level.break_even === null ? "no meter makes the bet fair" : `the bet is fair at ${dollars(level.break_even)}${taxed && level.break_even_after_tax !== null ? `, after tax at ${dollars(level.break_even_after_tax)}` : ""}`;
  const svg = draw("svg", { viewBox: `0 0 ${WIDE} ${HIGH}`, class: "lab-returns", role: "img", "aria-label": `Return of the bet against the ${level.level} meter: at ${dollars(level.meter)} it returns ${percent(at(level.meter, level.returns), 2)}; ${fair}.` });
  for (const tick of ticks(bottom, top, 5)) {
    svg.append(draw("line", { x1: LEFT, x2: WIDE - RIGHT, y1: y(tick), y2: y(tick), class: "grid" }), draw("text", { x: LEFT - 6, y: y(tick) + 4, "text-anchor": "end" }, `${Math.round(tick * 1000) / 10} %`));
  }
  for (const tick of ticks(0, level.reach, 4)) svg.append(draw("text", { x: x(tick), y: HIGH - BOTTOM + 18, "text-anchor": "middle" }, dollars(tick)));
  svg.append(draw("text", { x: WIDE - RIGHT, y: HIGH - 4, "text-anchor": "end" }, `${level.level} meter`));
  svg.append(draw("line", { x1: LEFT, x2: WIDE - RIGHT, y1: y(1), y2: y(1), class: "even" }));
  const line = ([start, end], kind) => draw("line", { x1: x(0), y1: y(start), x2: x(level.reach), y2: y(end), class: kind });
  svg.append(line(level.returns, "returns"));
  if (taxed) svg.append(line(level.after_tax, "taxed"));
  svg.append(draw("line", { x1: x(level.meter), x2: x(level.meter), y1: TOP, y2: HIGH - BOTTOM, class: "now" }));
  const right = level.meter > level.reach * 0.7;
  svg.append(draw("text", { x: x(level.meter) + (right ? -5 : 5), y: HIGH - BOTTOM - 8, "text-anchor": right ? "end" : "start", class: "now-words" }, `now ${dollars(level.meter)}: ${percent(at(level.meter, level.returns), 2)}`));
  if (level.break_even !== null) {
    const left = level.break_even > level.reach * 0.35;
    svg.append(mark(x(level.break_even), y(1)), draw("text", { x: x(level.break_even) + (left ? -9 : 9), y: y(1) - 9, "text-anchor": left ? "end" : "start", class: "fair-words" }, `fair at ${dollars(level.break_even)}`));
  }
  if (taxed && level.break_even_after_tax !== null) {
    // Below and to the right of its point no line passes.
    const words = { x: x(level.break_even_after_tax) + 8, class: "fair-words" };
    svg.append(mark(x(level.break_even_after_tax), y(1)), draw("text", { ...words, y: y(1) + 18 }, "after tax"), draw("text", { ...words, y: y(1) + 33 }, `at ${dollars(level.break_even_after_tax)}`));
  }
  return svg;
}

export function returnsChart(place, answer, taxed) {
  const parts = answer.levels.map((level) => {
    const hits = level.hit_chance ? `100 % award once in ${Math.round(level.expected_wagers).toLocaleString("en-US")} wagers; ` : "";
    return make("figure", {}, chart(level, taxed), make("figcaption", { class: "muted" }, `${level.level}: ${hits}grows by ${level.growth_per_wager.toLocaleString("en-US", { maximumFractionDigits: 2 })} cents a wager, ${level.net_growth_per_wager.toFixed(2)} net of lesser pays.`));
  });
  if (!answer.levels.length) parts.push(make("p", { class: "muted" }, "No line takes from a meter."));
  if (answer.envy_by_players.some(Boolean)) parts.push(envy(answer.envy_by_players));
  parts.push(...answer.warnings.map((text) => make("p", { class: "notice" }, `R42: ${text}.`)));
  place.replaceChildren(...parts);
}

function envy(shares) {
  return make("div", { class: "lab-wide lab-envy", role: "region", "aria-label": "Envy by players", tabindex: "0" }, make("table", { class: "plain" }, make("caption", {}, "What envy returns, by players with the bet"),
    make("thead", {}, make("tr", {}, ...shares.map((_, i) => make("th", { scope: "col", class: "number" }, String(i + 1))))),
    make("tbody", {}, make("tr", {}, ...shares.map((share) => make("td", { class: "number" }, percent(share, 3)))))));
}
