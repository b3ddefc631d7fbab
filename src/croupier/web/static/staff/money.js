// The money pages: the second person is asked for where the amount wants one, and a count shows at once how far it is
// from the record.

import { signed } from "../money.js";

const cents = (text) => {
  const plain = text.trim().replace(/^\$/, "").replace(/,/g, "");
  return /^\d+(\.\d{1,2})?$/.test(plain) ? Math.round(Number(plain) * 100) : null;
};

// The second person's fields stay in the form, so that one who signs unasked may: they are only put away.
for (const group of document.querySelectorAll("form.money .second")) {
  const amount = group.closest("form").elements.amount;
  const show = () => { group.hidden = !(cents(amount.value) > Number(group.dataset.above)) && !group.querySelector("[name=badge]").value; };
  amount.addEventListener("input", show);
  group.closest("form").addEventListener("filled", () => { group.hidden = false; });
  if (!group.querySelector("[aria-invalid]")) show();
}

for (const all of document.querySelectorAll("button.all")) {
  all.addEventListener("click", () => {
    const amount = all.closest("form").elements.amount;
    amount.value = all.dataset.all;
    amount.dispatchEvent(new Event("input"));
    amount.focus();
  });
}

// Of a shift the second person signs for the variance.
const off = new Map();
const signing = document.querySelector(".shift-form .second");
function askSecond() {
  if (!signing) return;
  const most = Math.max(0, ...off.values());
  signing.hidden = most <= Number(signing.dataset.above) && !signing.querySelector("[name=badge]").value;
}

for (const row of document.querySelectorAll(".shift-row")) {
  const counts = [...row.querySelectorAll("[data-record]")];
  const accept = row.querySelector(".accept");
  const compare = () => {
    let sum = 0;
    for (const count of counts) {
      const held = cents(count.value);
      const variance = held === null ? 0 : held - Number(count.dataset.record);
      const said = row.querySelector(`output[for="${count.id}"]`);
      said.textContent = held === null ? "" : variance ? `Variance ${signed(variance)}` : "As the record has it";
      said.className = variance ? "needs" : "win";
      sum += Math.abs(variance);
    }
    off.set(row, sum);
    askSecond();
    accept.hidden = !sum;
    if (!sum) accept.querySelector("input").checked = false;
  };
  for (const count of counts) count.addEventListener("input", compare);
  document.addEventListener("filled", compare);
  compare();
}
