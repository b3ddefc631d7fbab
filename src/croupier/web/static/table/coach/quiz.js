// When the coach speaks: never, before you act, or only afterwards (the quiz); and the score of the quiz.

import { browserStorage } from "../../storage.js";
import { costOf, visit } from "./memory.js";
import { units } from "./values.js";

const MODES = ["off", "values", "quiz"];
const KEPT = { on: "values" }; // what the switch was called when there were two positions
let chosen = browserStorage.get("coach") || "off";
chosen = MODES.includes(chosen) ? chosen : KEPT[chosen] || "off";

// Whoever made a table may have chosen for everybody at it.
export const fixed = (table) => (MODES.includes(table.coach) ? table.coach : "");
export const modeAt = (table) => fixed(table) || chosen;

export function choose(mode) {
  chosen = mode;
  browserStorage.set("coach", mode);
}

// Count what was asked and is judged: the first answer, once.
export function scoreUp(decisions) {
  for (const decision of decisions) {
    const cost = costOf(decision, decision.first);
    if (!decision.asked || decision.scored || cost === null) continue;
    decision.scored = true;
    visit.score.asked += 1;
    visit.score.right += cost > 0 ? 0 : 1;
    visit.score.cost += cost;
  }
}

export function scoreWords(table) {
  const { asked, right, cost } = visit.score;
  return asked ? `Quiz: ${right} right of ${asked}, ${cost.toFixed(3)} ${units(table)} given up.` : "Quiz: nothing asked yet.";
}
