// The pit keeps itself up to date: figures change in place; when something needs a person, the page is drawn anew,
// but never under somebody's fingers.

const EVERY_MS = 2000;
const first = JSON.parse(document.getElementById("page").textContent);
const shape = (page) => JSON.stringify([page.claims, page.rows.map((row) => [row.name, row.urgency > 0, row.stopped, row.round])]);
const drawn = shape(first);
const changed = document.getElementById("changed");

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

function patch(page) {
  for (const sum of document.querySelectorAll("[data-total]")) sum.textContent = page.total[sum.dataset.total];
  for (const row of page.rows) {
    const place = document.querySelector(`[data-table="${row.name}"]`);
    if (!place) continue;
    place.dataset.version = row.version;
    for (const field of place.querySelectorAll("[data-field]")) {
      const text = field.dataset.field === "seats" ? row.seats.join(", ") || "nobody seated" : row[field.dataset.field];
      if (field.textContent !== text) field.textContent = text;
    }
  }
}

async function look() {
  try {
    const answer = await fetch("/staff/pit", { headers: { accept: "application/json" } });
    if (answer.status === 401) return location.assign("/sign-in");
    const page = await answer.json();
    patch(page);
    if (shape(page) !== drawn) {
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
