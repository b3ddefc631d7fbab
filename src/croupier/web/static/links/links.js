// A form for a new link asks for the levels that its pay table draws from, and for no others. What comes with the
// system for each of them stands in its fields until something is typed there.

const choice = document.getElementById("paytable");
const fixed = document.getElementById("fixed");
const stake = document.getElementById("stake");

function propose(row, stake) {
  const { level, rate, reserve, seed } = row.dataset;
  document.getElementById(`rate_${level}`).placeholder = rate;
  document.getElementById(`reserve_${level}`).placeholder = reserve;
  document.getElementById(`seed_${level}`).placeholder = stake > 0 ? String(seed * stake) : "preconfigured";
}

function draw() {
  const levels = choice.selectedOptions[0].dataset.levels.split(" ");
  for (const fields of document.querySelectorAll("[data-of]")) {
    fields.hidden = !levels.includes(fields.dataset.of);
    fields.disabled = fields.hidden;
  }
  const table = choice.selectedOptions[0].textContent;
  const rows = [...document.querySelectorAll("[data-table]")].filter((row) => row.dataset.table === table);
  const source = rows.some((row) => row.dataset.fixed === fixed.value) ? fixed.value : "tray";
  for (const row of rows.filter((row) => row.dataset.fixed === source)) {
    propose(row, Number(stake.value.replace("$", "")));
  }
}

if (choice) {
  for (const field of [choice, fixed, stake]) field.addEventListener("input", draw);
  document.addEventListener("filled", draw); // a form that came back may have another pay table chosen
  draw();
}
