// A form for a new link asks for the levels that its pay table draws from, and for no others.

const choice = document.getElementById("paytable");

function draw() {
  const levels = choice.selectedOptions[0].dataset.levels.split(" ");
  for (const fields of document.querySelectorAll("[data-of]")) {
    fields.hidden = !levels.includes(fields.dataset.of);
    fields.disabled = fields.hidden;
  }
}

if (choice) {
  choice.addEventListener("change", draw);
  document.addEventListener("filled", draw); // a form that came back may have another pay table chosen
  draw();
}
