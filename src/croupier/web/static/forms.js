// A form that was refused comes back with its refusal and with what was typed.

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
  words.scrollIntoView({ block: "center" }); // a long form's middle may be far from it
}

const said = document.getElementById("refusal");
if (said) comeBack(said);
