// The small panel for a second person: badge or name, then PIN. Whoever is signed in stays so.

const byId = (id) => document.getElementById(id);
const panel = byId("panel");
let asked = null;
let busy = false;

// Ask for a second person. `then` sends what they enter and answers with an error, or with who they are.
// Where a name is all that is wanted, `pin` is false.
export function ask({ title, words, why = null, name = "", button = title, pin = true, then }) {
  asked = { then, why, pin };
  byId("panel-title").textContent = title;
  byId("panel-words").textContent = words;
  byId("panel-do").textContent = button;
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
  const answer = await asked.then({ badge, pin: pin.value }, why);
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
