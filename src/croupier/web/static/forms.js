// What every form of the house can do: come back with its refusal and with what was typed, ask before it is sent, and be
// carried out once however often it is sent.

const once = () => Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");
for (const field of document.querySelectorAll("[data-once]")) field.value = once();

const fieldsOf = (form) => [...form.elements].filter((field) => field.name && !["password", "submit"].includes(field.type) && !["csrf", "command"].includes(field.name));

// Of the forms that go to the same place, the one whose hidden fields are those that were sent. A form that a script
// sends has no place of its own, and would pass for the address that this page was sent from.
function formOf(refusal) {
  const fits = (form) => fieldsOf(form).filter((field) => field.type === "hidden").every((field) => field.value === (refusal.values[field.name] ?? field.value));
  const there = [...document.forms].filter((form) => form.method === "post" && new URL(form.getAttribute("action") || "", location.href).pathname === refusal.path);
  return there.find(fits) || there[0];
}

function putBack(field, values) {
  if (field.type === "hidden") return;
  if (field.type === "checkbox" || field.type === "radio") field.checked = values[field.name] === field.value;
  else if (field.name in values) field.value = values[field.name];
}

function comeBack(said) {
  const refusal = JSON.parse(said.textContent);
  const words = document.getElementById("refusal-words");
  const form = formOf(refusal);
  if (!form) return;
  for (let around = form.parentElement; around; around = around.parentElement) if (around.tagName === "DETAILS") around.open = true;
  for (const details of form.querySelectorAll("details")) details.open = true;
  for (const field of fieldsOf(form)) putBack(field, refusal.values);
  const field = refusal.field && form.elements[refusal.field];
  const about = field && field.tagName ? field : null;
  if (about) {
    about.setAttribute("aria-invalid", "true");
    about.setAttribute("aria-describedby", words.id);
    about.after(words);
  } else {
    form.append(words);
  }
  form.dispatchEvent(new CustomEvent("filled", { bubbles: true }));
  const first = about || form.querySelector("input[type=password]") || form.querySelector("input:not([type=hidden]), select, button");
  if (first) first.focus({ preventScroll: true });
  form.scrollIntoView({ block: "center" });
}

const said = document.getElementById("refusal");
if (said) comeBack(said);

function wordsOf(form, submitter) {
  const chosen = [...form.querySelectorAll("select")].map((list) => list.selectedOptions[0]).find((option) => option && option.dataset.confirm);
  const asked = (submitter && submitter.dataset.confirm) || (chosen && chosen.dataset.confirm) || form.dataset.confirm;
  if (!asked) return "";
  const money = (text) => {
    const [whole, cents = ""] = text.replace(/[$,\s]/g, "").split(".");
    return /^\d+$/.test(whole) && /^\d{0,2}$/.test(cents) ? `$${Number(whole).toLocaleString("en-US")}${cents ? `.${cents.padEnd(2, "0")}` : ""}` : text;
  };
  return asked.replace(/\{(\w+)\}/g, (_, name) => {
    const field = form.elements[name];
    const text = field ? field.value : "";
    return field && field.inputMode === "decimal" ? money(text) : text;
  });
}

function ask(words) {
  const dialog = document.createElement("dialog");
  dialog.className = "asking";
  const yes = Object.assign(document.createElement("button"), { className: "main", textContent: words, value: "yes" });
  const no = Object.assign(document.createElement("button"), { textContent: "No, go back", value: "no" });
  const form = Object.assign(document.createElement("form"), { method: "dialog" });
  form.append(yes, no);
  dialog.append(form);
  dialog.setAttribute("aria-label", "Confirm");
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((done) => dialog.addEventListener("close", () => { dialog.remove(); done(dialog.returnValue === "yes"); }));
}

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (form.dataset.confirmed || event.defaultPrevented) return;
  const words = wordsOf(form, event.submitter);
  if (!words) return;
  event.preventDefault();
  if (!(await ask(words))) return;
  form.dataset.confirmed = "yes";
  form.requestSubmit(event.submitter);
  delete form.dataset.confirmed;
});
