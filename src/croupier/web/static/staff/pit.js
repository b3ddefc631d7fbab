// Cards are drawn where a page of the staff names them.

import { layCards } from "../cards.js";

for (const place of document.querySelectorAll("[data-cards]")) {
  layCards(place, place.dataset.cards ? place.dataset.cards.split(" ") : [], "blue");
}
