// The small panel for a second person: badge or name, then PIN. Whoever is signed in stays so.

import { byId } from "../make.js";

const panel = byId("panel");
let asked = null;
let busy = false;

// Ask for a second person. `then` sends what they enter and answers with an error, or with who they are.
// Where a name is all that is wanted, `pin` is false. `all` is a second button, with its label and what it sends: what
// the same person does next, under the same signature.
export function ask({ title, words, why = null, name = "", button = title, pin = true, all = null, then }) {
  asked = { then, why, pin, all };
  byId("panel-title").textContent = title;
  byId("panel-words").textContent = words;
  byId("panel-do").textContent = button;
  byId("panel-all").hidden = !all;
  byId("panel-all").textContent = all ? all.label : "";
  byId("panel-why-row").hidden = why === null;
  byId("panel-why").value = why || "";
  byId("panel-badge-label").textContent = pin ? "Badge or name" : "Name";
  byId("panel-pin-row").hidden = !pin;
  byId("panel-badge").value = name;
  byId("panel-pin").value = "";
  byId("panel-say").textContent = "";
  panel.showModal();
  const first = why !== null ? byId("panel-why") : name ? byId("panel-pin") : byId("panel-badge");
  first.focus();
}

// What one person does with a button under one signature, if there is more: those that come after it, by their labels.
// The first act may stand where the next is refused, as where that takes an Executive card: then the keypad says why.
export function allOf(one, page, pads, press, isLit, say) {
  const together = page.together[one.button];
  if (!together) return null;
  const label = [one, ...together.map((button) => pads.find((pad) => pad.button === button))].map((pad) => pad.label).join(" + ");
  return { label, then: async (who) => {
    const answer = await press({ together, ...who });
    if (!answer.error || isLit()) return answer;
    say(answer.error);
    return {};
  } };
}

export const isOpen = () => Boolean(document.querySelector("dialog[open]"));

// A scanner types what is on the badge, and Enter: the PIN comes next.
byId("panel-badge").addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !asked.pin) return;
  event.preventDefault();
  byId("panel-pin").focus();
});

byId("panel-form").addEventListener("submit", async (event) => {
  event.preventDefault();
  const say = byId("panel-say"), pin = byId("panel-pin");
  const badge = byId("panel-badge").value.trim(), why = byId("panel-why").value.trim();
  const missing = asked.why !== null && !why ? ["panel-why", "Say why."] : badge ? null : ["panel-badge", "Scan a badge, or enter a name."];
  if (missing) {
    say.textContent = missing[1];
    byId(missing[0]).focus();
    return;
  }
  if (busy) return;
  busy = true;
  say.textContent = "";
  const does = event.submitter === byId("panel-all") ? asked.all.then : asked.then;
  const answer = await does({ badge, pin: pin.value }, why);
  busy = false;
  pin.value = "";
  if (!answer.error) {
    panel.close();
    return;
  }
  say.textContent = answer.error;
  (asked.pin ? pin : byId("panel-badge")).focus();
});

byId("panel-close").addEventListener("click", () => panel.close());
