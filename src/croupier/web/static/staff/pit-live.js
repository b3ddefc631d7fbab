// The pit keeps itself up to date, in place: no tile moves while somebody may be about to press it, and nothing that
// somebody has typed is lost. Claims, and tables that were opened elsewhere, are taken from the page as it would be
// drawn now.

import { layCards } from "../cards.js";
import { countUp, serverTime } from "./elapsed.js";

const EVERY_MS = 2000;
const STILL_MS = 5000;
let turns = 0; // an order from this page in between makes what was fetched before old
let touched = 0;
const tiles = document.getElementById("tiles");
const claims = document.getElementById("claims");

for (const touch of ["pointermove", "pointerdown", "keydown", "wheel"]) addEventListener(touch, () => { touched = Date.now(); }, { passive: true });

const placesOf = (name) => document.querySelectorAll(`[data-table="${CSS.escape(name)}"]`);
const fetched = (accept) => fetch("/staff/pit", { headers: { accept } });
const idOf = (claim) => `claim-${claim.account.split("/")[1]}-${claim.number}`;
const shapes = (page) => new Map(page.claims.map((claim) => [idOf(claim), JSON.stringify(claim)]));
let shown = shapes(JSON.parse(document.getElementById("page").textContent));

export const ordered = () => { turns += 1; };

function write(place, text) {
  if (place.textContent !== text) place.textContent = text;
}

function patchTile(tile, row) {
  tile.className = `tile u${row.urgency}`;
  tile.querySelector(".tray").className = `tray ${row.tray_tone}`;
  row.dots.forEach((dot, i) => {
    const place = tile.querySelectorAll(".dot")[i];
    const words = `Seat ${dot.seat}: ${dot.name ? `${dot.name}, ` : ""}${dot.state}`;
    if (place.title === words) return;
    place.className = `dot ${dot.state.replace(", ", " ").replaceAll(" ", "-")}`;
    place.title = words;
    write(place.children[0], dot.initials || String(dot.seat));
    write(place.children[1], words);
  });
}

function patchDrawer(drawer, row) {
  drawer.dataset.stopped = row.stopped || "";
  const [stop, ...others] = drawer.querySelectorAll(".stopping form");
  if (stop) stop.hidden = Boolean(row.stopped);
  for (const form of others) form.hidden = !row.stopped;
  const call = drawer.querySelector(".calling form");
  if (call) call.hidden = !row.called;
  // The round that may be voided is the one that somebody has begun to give a reason for.
  const form = drawer.querySelector(".voiding form");
  if (!form || form.elements.why.value) return;
  form.hidden = !row.round;
  form.dataset.about = row.round || "";
  write(form.querySelector("label"), `Void ${row.round}: why`);
}

function patch(page) {
  serverTime(page.now_ms);
  for (const sum of document.querySelectorAll("[data-total]")) write(sum, page.total[sum.dataset.total]);
  for (const row of page.rows) {
    for (const place of placesOf(row.name)) {
      for (const field of place.querySelectorAll("[data-field]")) {
        const name = field.dataset.field;
        write(field, name === "seats" ? row.seats.join(", ") || "nobody seated" : name === "link" ? row.link || "none" : row[name]);
      }
      for (const time of place.querySelectorAll("time")) time.dataset.since = row.since_ms;
      if (place.matches(".tile")) patchTile(place, row);
      else patchDrawer(place, row);
    }
  }
  for (const row of page.real_tables) {
    const place = document.querySelector(`[data-real="${CSS.escape(row.name)}"] .state`);
    if (place) write(place, row.state);
  }
  countUp();
}

// What needs somebody comes to the front when nobody is busy with the page.
function sort(page) {
  const wanted = page.rows.map((row) => row.name);
  const now = [...tiles.children].map((tile) => tile.dataset.table);
  if (JSON.stringify(wanted) === JSON.stringify(now)) return;
  const busy = document.querySelector("dialog[open]") || Date.now() - touched < STILL_MS || tiles.contains(document.activeElement);
  if (!busy) for (const name of wanted) tiles.append([...tiles.children].find((tile) => tile.dataset.table === name));
}

function drawCards(claim) {
  const cards = claim.querySelector("[data-cards]");
  layCards(cards, cards.dataset.cards ? cards.dataset.cards.split(" ") : [], "blue");
}

// A claim that is new, or of which more is known; what somebody types below it stays.
function drawClaim(fresh, id) {
  const claim = fresh.getElementById(id);
  const there = document.getElementById(id);
  if (!claim) return;
  if (there) there.querySelector(".facts").replaceWith(claim.querySelector(".facts"));
  else claims.append(claim);
  drawCards(there || claim);
  if (!there) once(claim);
}

// Claims and tables that have come or gone: the rest of the page stays as it is.
async function redraw(page) {
  const now = shapes(page);
  const names = page.rows.map((row) => row.name);
  const drawn = [...tiles.children].map((tile) => tile.dataset.table);
  const claimed = [...now.keys()].filter((id) => now.get(id) !== shown.get(id));
  const opened = names.filter((name) => !drawn.includes(name));
  for (const claim of [...claims.children]) if (!now.has(claim.id)) claim.remove();
  for (const name of drawn.filter((one) => !names.includes(one))) for (const place of placesOf(name)) place.remove();
  document.getElementById("no-tables").hidden = names.length > 0;
  if (claimed.length || opened.length) {
    const fresh = new DOMParser().parseFromString(await (await fetched("text/html")).text(), "text/html");
    for (const id of claimed) drawClaim(fresh, id);
    for (const name of opened.filter((one) => !placesOf(one).length)) {
      for (const place of fresh.querySelectorAll(`[data-table="${CSS.escape(name)}"]`)) {
        (place.matches(".tile") ? tiles : tiles.parentElement).append(place);
        once(place);
      }
    }
  }
  shown = now;
}

function once(place) {
  for (const field of place.querySelectorAll("[data-once]")) field.value = crypto.randomUUID().replaceAll("-", "").slice(0, 24);
}

// Bring the page up to date after an order from it.
export async function lookNow() {
  const page = await (await fetched("application/json")).json();
  turns += 1;
  patch(page);
  await redraw(page);
}

async function look() {
  const begun = turns;
  try {
    const answer = await fetched("application/json");
    if (answer.status === 401) return location.assign("/sign-in");
    const page = await answer.json();
    if (turns === begun) {
      patch(page);
      await redraw(page);
      sort(page);
    }
  } catch {
    // The house cannot be reached; the next look may find it.
  }
  setTimeout(look, EVERY_MS);
}

setTimeout(look, EVERY_MS);
