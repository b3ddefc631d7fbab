// The pit: orders to tables, each sent once. What became of one is said beside its button, and the row stays where it
// is: whoever has just stopped a table must not have to look for it.

import { send } from "../live.js";
import { lookAt, ordered } from "./pit-live.js";

// What an order was given on seeing, of a kind that no later step of the table makes wrong.
const about = (form, row) => ({ void: form.dataset.about, resume: row.dataset.stopped })[form.dataset.order];

function done(form, why, round) {
  if (form.dataset.order === "void") return `${form.dataset.about} is void. Every wager is back.`;
  if (why && form.dataset.done.endsWith(": ")) return `${form.dataset.done}${why}.`;
  return form.dataset.done + (form.dataset.order === "stop" && round ? " The round in play is finished first." : "");
}

for (const form of document.querySelectorAll("form.order")) {
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const row = form.closest("[data-table]");
    const said = form.parentElement.querySelector(".said");
    const why = form.elements.why ? form.elements.why.value.trim() : "";
    said.textContent = "";
    ordered();
    const words = `${form.dataset.order} ${why}`.trim();
    const answer = await send(`/api/staff/tables/${row.dataset.table}/orders`, { order: words, about: about(form, row) });
    said.classList.toggle("refused", Boolean(answer.error));
    if (answer.error) {
      said.textContent = answer.error;
      return;
    }
    const playing = row.querySelector(".voiding form");
    said.textContent = done(form, why, playing && playing.dataset.about);
    form.reset();
    await lookAt(row.dataset.table);
  });
}

// A claim is verified or refused without leaving the page: a PIN that was left out must not cost the reason.
for (const form of document.querySelectorAll("form.claiming")) {
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const said = form.parentElement.querySelector(".said");
    said.textContent = "";
    const body = new URLSearchParams(new FormData(form));
    body.set("what", event.submitter ? event.submitter.value : "verify");
    try {
      const answer = await fetch(form.action, { method: "POST", headers: { accept: "application/json" }, body });
      if (answer.ok) return location.assign("/staff/pit");
      said.textContent = (await answer.json()).error;
    } catch {
      said.textContent = "The house cannot be reached. Look at the claim before you try again.";
    }
    form.elements.pin.value = "";
  });
}
