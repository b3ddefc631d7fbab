// Looking for signs at the press of a button, with its progress; the page is drawn anew with what was found.

import { byId } from "../make.js";

const csrf = document.querySelector('meta[name="csrf"]').content;
const form = byId("signs");
const door = `/api/staff/signs/${encodeURIComponent(form.dataset.table)}`;

function show(state) {
  byId("progress").hidden = !state.running;
  byId("progress").value = state.done || 0;
  byId("look-for-signs").disabled = Boolean(state.running);
  byId("say").textContent = state.running ? `${state.doing}…` : state.error || "";
}

async function look(asked) {
  const state = await fetch(door).then((answer) => answer.json());
  show(state);
  if (state.running) setTimeout(look, 300, true);
  else if (asked && state.finished) location.reload();
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const answer = await fetch(`${door}?rounds=${Number(form.elements.rounds.value)}`, { method: "POST", headers: { "x-csrf": csrf } });
  const state = await answer.json();
  if (answer.ok) look(true);
  else byId("say").textContent = state.error;
});
look(false);
