// The audit at the press of a button, with its progress.

import { byId } from "../make.js";

const csrf = document.querySelector('meta[name="csrf"]').content;

async function look() {
  const state = await fetch("/api/staff/audit").then((answer) => answer.json());
  const bar = byId("progress");
  bar.hidden = !state.running;
  bar.max = Math.max(1, state.of || 1);
  bar.value = state.done || 0;
  byId("verify").disabled = Boolean(state.running);
  const verdict = byId("verdict");
  if (state.running) verdict.textContent = `${(state.done || 0).toLocaleString("en-US")} of ${(state.of || 0).toLocaleString("en-US")} entries…`;
  else if (state.error) verdict.textContent = state.error;
  else if (state.clean !== undefined) {
    verdict.className = state.clean ? "win" : "loss";
    verdict.textContent = state.clean ? `Clean: ${state.entries.toLocaleString("en-US")} entries, ${state.rounds.toLocaleString("en-US")} rounds, every cent accounted for.` : `${state.findings.length} findings in ${state.entries.toLocaleString("en-US")} entries:`;
    byId("findings").replaceChildren(...[...state.findings, ...(state.remarks ?? []).map((text) => `Remark: ${text}`)].map((text) => Object.assign(document.createElement("li"), { textContent: text })));
  }
  if (state.running) setTimeout(look, 300);
}

byId("verify").addEventListener("click", async () => {
  await fetch("/api/staff/audit", { method: "POST", headers: { "x-csrf": csrf } });
  look();
});
look();
