// A form is asked about before it is sent, in the words that it brings, and is carried out once however often it is sent.
// This is no module and stands in the head: no form is there before it, so none can be sent unasked.

"use strict";
(() => {
  const once = () => Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");

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

  // Nobody is asked about an amount that is none.
  function hasNoAmount(form) {
    const field = form.elements.amount;
    if (!field || !field.value || /\d/.test(field.value)) return false;
    field.setCustomValidity(`not an amount: ${field.value}; want dollars, such as 100 or 12.50`);
    field.addEventListener("input", () => field.setCustomValidity(""), { once: true });
    field.reportValidity();
    return true;
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
    for (const field of form.querySelectorAll("[data-once]")) field.value ||= once();
    if (form.dataset.confirmed || event.defaultPrevented) return;
    const words = wordsOf(form, event.submitter);
    if (!words) return;
    event.preventDefault();
    if (hasNoAmount(form) || !(await ask(words))) return;
    form.dataset.confirmed = "yes";
    form.requestSubmit(event.submitter);
    delete form.dataset.confirmed;
  });
})();
