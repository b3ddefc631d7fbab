// Waits for the next demonstration: until it has opened, the last one answers, or nobody.

const run = document.getElementById("starting-over").dataset.run;

async function look() {
  try {
    const answer = await fetch("/demo", { headers: { accept: "application/json" } });
    if (answer.ok && (await answer.json()).run !== run) return location.replace("/demo");
  } catch {
    // Its doors are closed for the moment.
  }
  setTimeout(look, 500);
}

look();
