// A page that goes to the printer: the win page, a report, papers and placards.
document.getElementById("print").addEventListener("click", () => print());
