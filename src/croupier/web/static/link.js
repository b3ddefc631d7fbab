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
const high = Math.max(1, ...values);
const x = (i) => 60 + (720 * i) / Math.max(1, points.length - 1);
const y = (cents) => 195 - (180 * cents) / high;
for (const share of [0, 0.5, 1]) {
  put("line", { x1: 60, x2: 780, y1: y(share * high), y2: y(share * high), stroke: "#24332d" });
  put("text", { x: 54, y: y(share * high) + 4, "text-anchor": "end", "font-size": 11, fill: "#b9c2b8" }, "$" + Math.round((share * high) / 100).toLocaleString("en-US"));
}
levels.forEach((level, n) => {
  put("polyline", { points: points.map((point, i) => `${x(i).toFixed(1)},${y(point.cents[level] || 0).toFixed(1)}`).join(" "), fill: "none", stroke: COLOURS[n % 4], "stroke-width": 2 });
  put("text", { x: 64 + 90 * n, y: 214, "font-size": 12, fill: COLOURS[n % 4] }, level);
});
