// The money pages: the second person is asked for where the amount wants one, and a count is added up as it is typed.

import { dollars } from "../money.js";

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

// A count is added up as it is typed. What the record has is not on the page: it is shown once the count is sealed.
function added(stacks) {
  let sum = 0;
  for (const field of stacks.querySelectorAll("[data-cents]")) {
    const each = Number(field.dataset.cents);
    sum += each === 1 ? (cents(field.value) ?? 0) : each * (/^\d+$/.test(field.value.trim()) ? Number(field.value) : 0);
  }
  stacks.querySelector("[data-sum]").textContent = dollars(sum);
  return sum;
}

for (const row of document.querySelectorAll(".count-row")) {
  const [tray, box] = row.querySelectorAll(".stacks");
  const add = () => {
    const [inTray, inBox] = [added(tray), added(box)];
    const typed = [...row.querySelectorAll("[data-cents]")].some((field) => field.value.trim());
    row.querySelector("[data-counted]").textContent = typed ? `tray ${dollars(inTray)}, box ${dollars(inBox)}` : "not counted";
  };
  row.addEventListener("input", add);
  document.addEventListener("filled", add);
  add();
}

// At the window the names that begin so are offered as somebody types, and the balance of the one who is meant.
const meant = document.getElementById("window-player");
async function offer() {
  const begun = meant.value.trim();
  if (!begun) return;
  const answer = await fetch(`/staff/cage?find=${encodeURIComponent(begun)}`, { headers: { accept: "application/json" } });
  if (!answer.ok || meant.value.trim() !== begun) return;
  const { found } = await answer.json();
  document.getElementById("window-players").replaceChildren(...found.map((player) => new Option(player.name)));
  const one = found.find((player) => player.name === begun);
  const words = one ? `${one.name} has ${one.balance}${one.sits ? `, ${one.sits}` : ""}` : found.length ? found.map((player) => player.name).join(", ") : `nobody's name begins with ${begun}`;
  document.getElementById("window-found").textContent = words;
}
if (meant) {
  meant.addEventListener("input", offer);
  offer(); // somebody may have typed before this was loaded
}
