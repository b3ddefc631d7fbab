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
      if (!answer.ok) said = [429, 503].includes(answer.status) ? { progress: said.error } : { error: said.error || "that cannot be worked out" };
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
    const said = await ask();
    for (const button of buttons()) button.disabled = false;
    buttons().find((button) => button.dataset.choice === choice).focus();
    if (said.error) return say(null, [made("p", "", `${said.error}.`)]);
    values = said;
  }
  tell(values.choices, choice, values.best, page.unit, values.rule, (row) => (row.choice === choice ? "yours" : ""));
});
