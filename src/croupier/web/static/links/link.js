// The history of a link's meters, drawn from the entries of its stream.

const page = JSON.parse(document.getElementById("page").textContent);
const svg = document.getElementById("chart");
const COLOURS = ["#ffd479", "#8fe0a5", "#9cc4ff", "#f0b0a3"];
const SVG = "http://www.w3.org/2000/svg";

function put(name, attributes, text) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text !== undefined) made.textContent = text;
  svg.append(made);
}

const points = page.history;
const levels = page.link.levels.map((level) => level.name);
const values = points.flatMap((point) => levels.map((level) => point.cents[level] || 0));
const width = Math.max(300, svg.clientWidth);
svg.setAttribute("viewBox", `0 0 ${width} 220`);

// From the lowest to the highest value: a meter's growth would be lost in a chart that begins at zero.
const low = Math.min(...values);
const high = Math.max(low + 100, ...values);
const x = (i) => 84 + ((width - 100) * i) / Math.max(1, points.length - 1);
const y = (cents) => 190 - (172 * (cents - low)) / (high - low);
const dollars = (cents) => "$" + (cents / 100).toLocaleString("en-US", { minimumFractionDigits: 2 });
for (const share of [0, 0.5, 1]) {
  const cents = Math.round(low + share * (high - low));
  put("line", { x1: 84, x2: width - 16, y1: y(cents), y2: y(cents), stroke: "#24332d" });
  put("text", { x: 78, y: y(cents) + 4, "text-anchor": "end", "font-size": 11, fill: "#b9c2b8" }, dollars(cents));
}
levels.forEach((level, n) => {
  put("polyline", { points: points.map((point, i) => `${x(i).toFixed(1)},${y(point.cents[level] || 0).toFixed(1)}`).join(" "), fill: "none", stroke: COLOURS[n % 4], "stroke-width": 2 });
  put("text", { x: 84 + 90 * n, y: 213, "font-size": 12, fill: COLOURS[n % 4] }, level);
});
