// Chips in stacks of the right colours.

export const CHIPS = [1, 5, 25, 100, 500];
const COLOURS = { 1: "#e9e6da", 5: "#a3201f", 25: "#14683f", 100: "#15171a", 500: "#5b2a86" };
const EDGES = { 1: "#6d7f93", 5: "#f3d9d6", 25: "#d5ecdf", 100: "#d8dade", 500: "#e5d5f3" };
const PILE = 8;
const MOST = 24;

// The fewest chips that make an amount, the largest first: $130 is a black, a green and a red.
export function chipsOf(cents) {
  const chips = [];
  let left = Math.floor(cents / 100);
  for (const value of [...CHIPS].reverse()) {
    for (; left >= value && chips.length < MOST; left -= value) chips.push(value);
  }
  return chips;
}

function drawn(name, attributes) {
  const part = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) part.setAttribute(key, value);
  return part;
}

// A stack seen from the player's chair: the largest at the bottom, a new pile after every eight.
export function stackOf(cents) {
  const chips = chipsOf(cents);
  if (!chips.length) chips.push(1);
  const piles = [];
  for (let i = 0; i < chips.length; i += PILE) piles.push(chips.slice(i, i + PILE));
  const width = 22 * piles.length, height = 12 + 4 * Math.min(PILE, chips.length);
  const svg = drawn("svg", { viewBox: `0 ${-height} ${width} ${height}`, class: "stack", "aria-hidden": "true", "data-chips": chips.join(" ") });
  svg.style.setProperty("--wide", width);
  svg.style.setProperty("--high", height);
  piles.forEach((pile, column) => pile.forEach((value, i) => svg.append(...chipAt(22 * column, -10 - 4 * i, value))));
  return svg;
}

function chipAt(x, y, value) {
  const side = `M${x + 1} ${y} v4 a10 5 0 0 0 20 0 v-4`;
  return [
    drawn("path", { d: side, fill: COLOURS[value], stroke: "#06130f", "stroke-width": 0.6 }),
    drawn("path", { d: side, fill: "none", stroke: EDGES[value], "stroke-width": 0.9, "stroke-dasharray": "2.4 3.6" }),
    drawn("ellipse", { cx: x + 11, cy: y, rx: 10, ry: 5, fill: COLOURS[value], stroke: EDGES[value], "stroke-width": 0.9 }),
    drawn("ellipse", { cx: x + 11, cy: y, rx: 6, ry: 2.8, fill: "none", stroke: EDGES[value], "stroke-width": 0.7 }),
  ];
}
