// The chooser asks at once when something is chosen; the button is for who has no script, or types dates.

const chooser = document.getElementById("chooser");
const period = document.getElementById("period");
const dates = [...chooser.querySelectorAll(".between")];

const showDates = () => dates.forEach((date) => date.classList.toggle("put-away", period.value !== "between"));

showDates();
chooser.addEventListener("change", (event) => {
  showDates();
  // Dates wait for the button: one of two is rarely what was meant.
  if (event.target.tagName === "SELECT" && period.value !== "between") chooser.submit();
});
document.getElementById("print")?.addEventListener("click", () => window.print());
if (document.getElementById("reading")) setTimeout(() => location.reload(), 300);
