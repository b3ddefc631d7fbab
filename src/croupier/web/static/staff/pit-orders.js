// The pit: orders to tables, each sent once. What became of one is said beside its button, and everything stays where
// it is: whoever has just stopped a table must not have to look for it.

import { send } from "../live.js";
import { lookNow, ordered } from "./pit-live.js";

// What an order was given on seeing, of a kind that no later step of the table makes wrong.
const about = (form, drawer) => ({ void: form.dataset.about, resume: drawer.dataset.stopped })[form.dataset.order];

function done(form, why, round) {
  if (form.dataset.order === "void") return `${form.dataset.about} is void. Every wager is back.`;
  if (why && form.dataset.done.endsWith(": ")) return `${form.dataset.done}${why}.`;
  return form.dataset.done + (form.dataset.order === "stop" && round ? " The round in play is finished first." : "");
}

async function give(form) {
  const drawer = form.closest("[data-table]");
  const said = form.parentElement.querySelector(".said");
  const device = form.elements.device?.value ?? "none";
  const typed = form.elements.why ? form.elements.why.value.trim() : "";
  const why = device === "none" ? typed : `malfunction of ${device}: ${typed}`;
  said.textContent = "";
  ordered();
  const words = `${form.dataset.order} ${why}`.trim();
  const answer = await send(`/api/staff/tables/${drawer.dataset.table}/orders`, { order: words, about: about(form, drawer) });
  said.classList.toggle("refused", Boolean(answer.error));
  if (answer.error) {
    said.textContent = answer.error;
    return;
  }
  const playing = drawer.querySelector(".voiding form");
  said.textContent = done(form, why, playing && playing.dataset.about);
  form.reset();
  await lookNow();
  // A button that is gone takes the focus with it; the next one is beside it.
  if (form.hidden) form.parentElement.querySelector("form:not([hidden]) :is(input, button)")?.focus();
}

function showPaid(win) {
  const paid = document.getElementById("paid");
  paid.hidden = !win;
  paid.classList.toggle("notice", Boolean(win));
  paid.querySelector("a").href = win;
}

// A claim is verified or refused without leaving the page: a PIN that was left out must not cost the reason.
async function claim(form, submitter) {
  const said = form.parentElement.querySelector(".said");
  said.textContent = "";
  const body = new URLSearchParams(new FormData(form));
  body.set("what", submitter ? submitter.value : "verify");
  try {
    const answer = await fetch(form.action, { method: "POST", headers: { accept: "application/json" }, body });
    const page = await answer.json();
    if (answer.ok) {
      showPaid(page.win);
      return await lookNow();
    }
    said.textContent = page.error;
  } catch {
    said.textContent = "The house cannot be reached. Look at the claim before you try again.";
  }
  form.elements.pin.value = "";
}

document.addEventListener("submit", (event) => {
  if (event.target.matches("form.order")) give(event.target);
  else if (event.target.matches("form.claiming")) claim(event.target, event.submitter);
  else return;
  event.preventDefault();
});
