// A certificate marks itself again: the server draws the paper anew and judges every answer.

import { resultOf } from "./verdicts.js";

const again = document.getElementById("again");
const unit = document.querySelector(".stand").textContent.match(/\d\.\d+ (\w+)/)[1];

async function mark() {
  const answer = await fetch(`/api/certificates/${again.dataset.id}`, { headers: { accept: "application/json" } });
  const said = await answer.json();
  if (answer.status === 202 || answer.status === 503) {
    again.textContent = `Its answers are being marked again: ${said.progress || said.error}`;
    setTimeout(mark, 1000);
    return;
  }
  if (!answer.ok) {
    again.textContent = said.error;
    return;
  }
  again.textContent = said.same ? `Its hundred answers were marked again just now, and come out the same: ${said.result.right} right, grade ${said.result.grade}.` : `Marked again just now they do not come out the same: ${said.result.right} right, grade ${said.result.grade}. The record has been changed.`;
  again.className = said.same ? "win" : "loss";
  const box = document.getElementById("result");
  box.replaceChildren(...resultOf(said.result, unit));
  box.hidden = false;
}

mark();
document.getElementById("print").addEventListener("click", () => window.print());
