// A jackpot display. It only shows: it takes no input and remembers nothing but the number it is counting up from.

const page = JSON.parse(document.getElementById("page").textContent);
const shown = {};
const wanted = {};
const prizes = {}; // what a level that was hit paid, while that is celebrated
const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
const format = (cents) => "$" + Math.floor(cents / 100).toLocaleString("en-US") + "." + String(Math.floor(cents) % 100).padStart(2, "0");

function take(state) {
  document.getElementById("fault").textContent = state.closed ? "Closed" : "";
  for (const level of state.levels) {
    const place = document.querySelector(`[data-level="${level.name}"]`);
    if (!place) return location.reload();
    wanted[level.name] = level.cents;
    // A meter that has fallen was won: it starts again at once. Only growth is counted up.
    if (shown[level.name] === undefined || level.cents < shown[level.name]) shown[level.name] = level.cents;
    place.classList.toggle("pending", level.pending.length > 0 && !level.hit);
    place.classList.toggle("hit", Boolean(level.hit));
    prizes[level.name] = level.hit ? level.prize : null;
    place.style.setProperty("--long", Math.max(9, format(prizes[level.name] ?? level.cents).length));
    place.querySelector(".now").hidden = !level.hit;
    place.querySelector(".word").textContent = level.hit ? `Jackpot! ${level.hit}` : level.pending.length ? `Pending: ${level.pending.join("; ")}` : "";
  }
}

const write = (place, text) => { if (place.textContent !== text) place.textContent = text; };

function draw() {
  for (const [name, goal] of Object.entries(wanted)) {
    const left = goal - shown[name];
    shown[name] = still || left < 1 ? goal : shown[name] + Math.max(1, left / 30);
    const place = document.querySelector(`[data-level="${name}"]`);
    // What is large is what was won: a meter that has begun again would be read as the prize.
    const prize = prizes[name];
    write(place.querySelector(".amount"), format(prize ?? shown[name]));
    if (prize !== null) write(place.querySelector(".now"), `The next jackpot: ${format(shown[name])}`);
  }
  requestAnimationFrame(draw);
}

async function look() {
  try {
    const answer = await fetch(location.pathname, { headers: { accept: "application/json" } });
    // A rehearsal has begun or ended for this browser: what is shown bears the other mark.
    if (answer.ok && (answer.headers.get("x-mark") || "") !== (document.body.dataset.mark || "")) { location.reload(); return; }
    if (answer.ok) take(await answer.json());
  } catch {
    document.getElementById("fault").textContent = "Waiting for the link…";
  }
  setTimeout(look, 1000);
}

take(page);
draw();
setTimeout(look, 1000);
