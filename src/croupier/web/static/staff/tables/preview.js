// While somebody chooses, the table as it would be: the same page, asked for with what the form says, and its preview
// put in place of the one before. Edges that are still being worked out are asked for again.

const form = document.querySelector("form.choosing");
const WAIT_MS = 350;
const AGAIN_MS = 2000;
let typed = 0;
let again = 0;
let asked = 0;

function address() {
  const said = new URLSearchParams();
  for (const [name, value] of new FormData(form)) if (!["csrf", "command", "reference"].includes(name)) said.set(name, value);
  return `${form.dataset.preview}?${said}`;
}

async function show() {
  const mine = ++asked;
  let text;
  try {
    const answer = await fetch(address(), { headers: { accept: "text/html" } });
    if (!answer.ok) return;
    text = await answer.text();
  } catch {
    return; // the line is down; the button below the form still works
  }
  if (mine !== asked) return;
  const made = new DOMParser().parseFromString(text, "text/html").getElementById("preview");
  const now = document.getElementById("preview");
  if (!made) return;
  const open = now.querySelector("details")?.open;
  now.replaceWith(made);
  if (open) made.querySelector("details").open = true;
  soon(made);
}

function soon(shown) {
  clearTimeout(again);
  if ("pending" in shown.dataset) again = setTimeout(show, AGAIN_MS);
}

if (form) {
  form.querySelector(".look-again").hidden = true;
  for (const happening of ["input", "change", "filled"]) {
    form.addEventListener(happening, () => {
      clearTimeout(typed);
      typed = setTimeout(show, WAIT_MS);
    });
  }
}
soon(document.getElementById("preview"));
