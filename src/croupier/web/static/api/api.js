// Find an operation by any words of its lines; open the one that the address names.

const find = document.getElementById("find"), found = document.getElementById("found");
const operations = [...document.querySelectorAll(".operation")].map((one) => ({ one, text: one.textContent.toLowerCase() }));

function narrow() {
  const words = find.value.toLowerCase().split(/\s+/).filter(Boolean);
  let many = 0;
  for (const { one, text } of operations) {
    one.hidden = !words.every((word) => text.includes(word));
    if (!one.hidden) many += 1;
  }
  for (const group of document.querySelectorAll(".operations")) group.hidden = !group.querySelector(".operation:not([hidden])");
  found.textContent = words.length ? `${many} of ${operations.length}` : "";
}

function openNamed() {
  const named = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (named instanceof HTMLDetailsElement) {
    named.open = true;
    named.scrollIntoView();
  }
}

find.addEventListener("input", narrow);
addEventListener("hashchange", openNamed);
narrow();
openNamed();
