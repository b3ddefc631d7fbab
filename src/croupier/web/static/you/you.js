// Your play: cards drawn as cards, and a page that comes back when its figures are ready.

import { layCards } from "../cards.js";

for (const faces of document.querySelectorAll(".faces")) {
  const cards = faces.dataset.cards.split(" ").filter(Boolean);
  faces.textContent = "";
  layCards(faces, cards);
}

document.getElementById("print")?.addEventListener("click", () => print());

const waiting = document.getElementById("waiting");
if (waiting) {
  const look = async () => {
    let said;
    try {
      said = await (await fetch(`${waiting.dataset.progress}${location.search}`, { headers: { accept: "application/json" } })).json();
    } catch {
      setTimeout(look, 3000);
      return;
    }
    if (said.failed || !said.progress) {
      location.reload();
      return;
    }
    document.getElementById("progress").textContent = said.progress;
    document.getElementById("done").value = said.done;
    setTimeout(look, 700);
  };
  setTimeout(look, 300);
}
