// The lobby keeps itself up to date: meters count up, tables say how many seats are free. One game can be looked at
// alone.

import { layCards } from "./cards.js";
import { dollars } from "./money.js";

const EVERY_MS = 5000;
const fan = document.getElementById("fan");
if (fan) layCards(fan, ["As", "Ks", "Qs", "Js"], "blue");

const filter = document.getElementById("filter");
if (filter) {
  filter.hidden = false;
  const chosen = document.getElementById("game-shown");
  chosen.addEventListener("change", () => {
    for (const table of document.querySelectorAll("[data-game]")) table.hidden = Boolean(chosen.value) && table.dataset.game !== chosen.value && !table.matches(".yours");
  });
}

function patch(page) {
  for (const jackpot of page.jackpots) {
    for (const level of jackpot.levels) {
      const meter = document.querySelector(`[data-link="${CSS.escape(jackpot.name)}"] [data-level="${CSS.escape(level.name)}"]`);
      if (meter) meter.textContent = dollars(level.cents);
    }
  }
  for (const table of page.tables) {
    const says = document.querySelector(`[data-table="${CSS.escape(table.name)}"] [data-says]`);
    if (!says) continue;
    const seats = table.stopped ? "Stopped for now" : table.free ? `${table.free} seat${table.free === 1 ? "" : "s"} free` : "Full";
    const text = seats + (table.dealt_by === "person" ? " · dealt by a person" : "") + (table.real_cards ? " · real cards" : "");
    if (says.textContent.trim() !== text) says.textContent = text;
    const way = says.closest("[data-table]").querySelector(".button");
    way.textContent = table.yours ? "Back to your seat" : table.sit ? "Sit down" : "Look at the table";
    way.classList.toggle("main", table.yours || table.sit);
  }
}

async function look() {
  try {
    const answer = await fetch("/", { headers: { accept: "application/json" } });
    if (answer.ok && !document.hidden) patch(await answer.json());
  } catch {
    // The house cannot be reached; the next look may find it.
  }
  setTimeout(look, EVERY_MS);
}

if (document.querySelector("[data-link], [data-table]")) setTimeout(look, EVERY_MS);
