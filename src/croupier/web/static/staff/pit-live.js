// The pit keeps itself up to date: figures change in place; when something needs a person, the page is drawn anew,
// but never under somebody's fingers.

const EVERY_MS = 2000;
const shapes = (page) => Object.fromEntries([["claims", JSON.stringify(page.claims)], ...page.rows.map((row) => [`table ${row.name}`, JSON.stringify([row.urgency > 0, row.stopped])])]);
const drawn = shapes(JSON.parse(document.getElementById("page").textContent));
const changed = document.getElementById("changed");
let turns = 0; // an order from this page in between makes what was fetched before old

for (const details of document.querySelectorAll("[data-table] details")) {
  const key = `open:${details.closest("[data-table]").dataset.table}`;
  details.open = sessionStorage.getItem(key) === "yes";
  details.addEventListener("toggle", () => sessionStorage.setItem(key, details.open ? "yes" : "no"));
}

// Somebody is typing, or has typed something that is not sent yet.
function inUse() {
  if (document.activeElement && document.activeElement.closest("input, select")) return true;
  return [...document.querySelectorAll("input:not([type=hidden])")].some((field) => field.value !== field.defaultValue || field.checked !== field.defaultChecked);
}

const placeOf = (name) => document.querySelector(`[data-table="${name}"]`);

function patch(page) {
  for (const sum of document.querySelectorAll("[data-total]")) sum.textContent = page.total[sum.dataset.total];
  for (const row of page.rows) {
    const place = placeOf(row.name);
    if (!place) continue;
    for (const field of place.querySelectorAll("[data-field]")) {
      const text = field.dataset.field === "seats" ? row.seats.join(", ") || "nobody seated" : row[field.dataset.field];
      if (field.textContent !== text) field.textContent = text;
    }
    // The round that may be voided is the one that somebody has begun to give a reason for.
    const form = place.querySelector(".voiding form");
    if (!form || form.elements.why.value) continue;
    form.hidden = !row.round;
    form.dataset.about = row.round || "";
    form.querySelector("label").textContent = `Void ${row.round}: why`;
  }
}

const fetched = () => fetch("/staff/pit", { headers: { accept: "application/json" } });

export const ordered = () => { turns += 1; };

// Bring one row up to date in place, after an order from this page.
export async function lookAt(name) {
  const page = await (await fetched()).json();
  const row = page.rows.find((one) => one.name === name);
  const place = placeOf(name);
  place.dataset.stopped = row.stopped || "";
  place.classList.toggle("urgent", row.urgency > 0);
  const [stop, ...others] = place.querySelectorAll(".stopping form");
  if (stop) stop.hidden = Boolean(row.stopped);
  for (const form of others) form.hidden = !row.stopped;
  patch(page);
  drawn[`table ${name}`] = shapes(page)[`table ${name}`];
  turns += 1;
}

async function look() {
  const begun = turns;
  try {
    const answer = await fetched();
    if (answer.status === 401) return location.assign("/sign-in");
    const page = await answer.json();
    patch(page);
    if (turns === begun && JSON.stringify(Object.entries(shapes(page)).sort()) !== JSON.stringify(Object.entries(drawn).sort())) {
      if (!inUse() && !document.querySelector(".notice pre")) return location.reload();
      const urgent = page.rows.find((row) => row.urgency > 0);
      changed.firstElementChild.textContent = urgent ? `${urgent.name}: ${urgent.needs}.` : "The pit has changed.";
      changed.hidden = false;
    }
  } catch {
    // The house cannot be reached; the next look may find it.
  }
  setTimeout(look, EVERY_MS);
}

changed.querySelector("button").addEventListener("click", () => location.assign("/staff/pit"));
setTimeout(look, EVERY_MS);
