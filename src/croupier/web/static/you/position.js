// One decision for whoever opens it: what each choice is worth is asked for when one is made, and not before.

import { lay, offer, say, tell } from "./stage.js";
import { made } from "../table/review.js";

const page = JSON.parse(document.getElementById("page").textContent);
const pause = (ms) => new Promise((done) => setTimeout(done, ms));
let values = null;

async function ask() {
  for (;;) {
    let said;
    try {
      const answer = await fetch(page.values, { headers: { accept: "application/json" } });
      said = await answer.json();
      if (!answer.ok) said = { progress: said.error || "that cannot be" };
    } catch {
      said = { progress: "no connection; trying again" };
    }
    if (!said.progress) return said;
    say(null, [made("p", "", `One moment: ${said.progress}.`)]);
    await pause(900);
  }
}

const buttons = () => [...document.getElementById("choices").children];

lay(page.question);
offer(page.question.choices, async (choice) => {
  if (values === null) {
    for (const button of buttons()) button.disabled = true;
    say(null, [made("p", "", "One moment…")]);
    values = await ask();
    for (const button of buttons()) button.disabled = false;
  }
  tell(values.choices, choice, values.best, page.unit, values.rule, (row) => (row.choice === choice ? "yours" : ""));
});
