// The pit: orders to tables, each sent once, and the page drawn anew when something has happened.

import { layCards } from "../cards.js";
import { send } from "../live.js";

const once = () => Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");
for (const field of document.querySelectorAll("[data-once]")) field.value = once();

for (const form of document.querySelectorAll("form.order")) {
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const row = form.closest("[data-table]");
    const why = form.elements.why ? ` ${form.elements.why.value.trim()}` : "";
    const answer = await send(`/api/staff/tables/${row.dataset.table}/orders`, { order: form.dataset.order + why, version: Number(row.dataset.version) });
    if (answer.error) document.getElementById("say").textContent = answer.error;
    else location.reload();
  });
}

for (const place of document.querySelectorAll("[data-cards]")) {
  layCards(place, place.dataset.cards ? place.dataset.cards.split(" ") : [], "blue");
}
