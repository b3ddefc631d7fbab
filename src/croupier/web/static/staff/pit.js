// What the staff's forms share: each is sent once, and cards are drawn where the page names them.

import { layCards } from "../cards.js";

const once = () => Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");
for (const field of document.querySelectorAll("[data-once]")) field.value = once();

for (const place of document.querySelectorAll("[data-cards]")) {
  layCards(place, place.dataset.cards ? place.dataset.cards.split(" ") : [], "blue");
}
