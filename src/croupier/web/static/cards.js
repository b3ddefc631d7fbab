// Cards drawn as SVG: a large rank, one clear pip. Backs come in two colours, because two decks alternate.

import { browserStorage } from "./storage.js";

const SVG = "http://www.w3.org/2000/svg";
const PIPS = { c: "♣", d: "♦", h: "♥", s: "♠" };
const TWO_COLOURS = { c: "#16181d", d: "#c01722", h: "#c01722", s: "#16181d" };
const FOUR_COLOURS = { c: "#0b6b35", d: "#1249b8", h: "#c01722", s: "#16181d" };
const SUIT_WORDS = { c: "clubs", d: "diamonds", h: "hearts", s: "spades" };
const RANK_WORDS = { T: "ten", J: "jack", Q: "queen", K: "king", A: "ace" };

export const fourColours = () => browserStorage.get("four-colours") === "yes";

export const JOKER = "JK";

export function cardWords(card) {
  if (card === JOKER) return "joker";
  const rank = RANK_WORDS[card[0]] || card[0];
  return `${rank} of ${SUIT_WORDS[card[1]]}`;
}

function element(name, attributes, text) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text !== undefined) made.textContent = text;
  return made;
}

export function cardFace(card) {
  const svg = element("svg", { viewBox: "0 0 50 70", class: "card", role: "img", "aria-label": cardWords(card) });
  const ink = (fourColours() ? FOUR_COLOURS : TWO_COLOURS)[card[1]];
  const rank = card[0] === "T" ? "10" : card[0];
  svg.dataset.card = card;
  svg.append(element("rect", { x: 0.5, y: 0.5, width: 49, height: 69, rx: 5, fill: "#fffdf6", stroke: "#b9b2a0" }));
  if (card === JOKER) svg.append(
    element("text", { x: 25, y: 22, "font-size": 13, "font-weight": 700, "font-family": "Georgia, serif", "text-anchor": "middle", fill: "#6b2fa0", textLength: 42 }, "JOKER"),
    element("text", { x: 25, y: 58, "font-size": 36, "text-anchor": "middle", fill: "#6b2fa0" }, "★"),
  );
  else svg.append(
    element("text", { x: 5, y: 24, "font-size": rank === "10" ? 20 : 24, "font-weight": 700, "font-family": "Georgia, serif", fill: ink, "letter-spacing": rank === "10" ? -2 : 0 }, rank),
    element("text", { x: 5.5, y: 40, "font-size": 16, fill: ink }, PIPS[card[1]]),
    element("text", { x: 31, y: 60, "font-size": 34, "text-anchor": "middle", fill: ink }, PIPS[card[1]]),
  );
  return svg;
}

export function cardBack(colour) {
  const ink = colour === "red" ? "#8d1f2d" : "#1d4280";
  const svg = element("svg", { viewBox: "0 0 50 70", class: "card", role: "img", "aria-label": "face-down card" });
  svg.dataset.card = "";
  svg.append(
    element("rect", { x: 0.5, y: 0.5, width: 49, height: 69, rx: 5, fill: "#f3ead2", stroke: "#b9b2a0" }),
    element("rect", { x: 4, y: 4, width: 42, height: 62, rx: 3, fill: ink }),
    element("path", { d: "M25 12 L38 35 L25 58 L12 35 Z", fill: "none", stroke: "#e8d9ad", "stroke-width": 2 }),
    element("circle", { cx: 25, cy: 35, r: 5, fill: "#e8d9ad" }),
  );
  return svg;
}

// An empty place that keeps its width: what is laid there later moves nothing that lies already.
export const PLACE = "place";

function emptyPlace() {
  const made = document.createElement("span");
  made.className = "card";
  made.dataset.place = PLACE;
  return made;
}

// Show these cards in a place, keeping what already lies there: a new card is dealt, a turned one flips.
export function layCards(place, cards, colour) {
  const wanted = cards.map((card) => card || "");
  wanted.forEach((card, i) => {
    const there = place.children[i];
    if (there && (there.dataset.place || there.dataset.card) === card && (card || there.dataset.back === colour)) return;
    const made = card === PLACE ? emptyPlace() : card ? cardFace(card) : cardBack(colour);
    made.dataset.back = colour;
    if (card !== PLACE) made.classList.add(there && card && there.dataset.card === "" ? "flipped" : "dealt");
    if (there) there.replaceWith(made);
    else place.append(made);
  });
  while (place.children.length > wanted.length) place.lastElementChild.remove();
}

// Light the cards of a place that play, and let the rest stand back. Before a showdown (`hands` is empty) none does either.
// `hands` names whose cards play: { yours: [...], dealers: [...] }; a card of the board may play in both.
export function lightCards(place, hands) {
  const whose = Object.keys(hands);
  for (const card of place.querySelectorAll("[data-card]:not([data-card=''])")) {
    const plays = whose.filter((one) => hands[one].includes(card.dataset.card));
    card.classList.toggle("rest", whose.length > 0 && !plays.length);
    for (const one of ["yours", "dealers"]) card.classList.toggle(one, plays.includes(one));
    card.setAttribute("aria-label", `${cardWords(card.dataset.card)}${plays.length ? ", plays" : ""}`);
  }
}
