// A page that goes to the printer: the win page, and a report.
document.getElementById("print").addEventListener("click", () => print());
