// The win page goes to the printer; there is nothing else to do on it.
document.getElementById("print").addEventListener("click", () => print());
