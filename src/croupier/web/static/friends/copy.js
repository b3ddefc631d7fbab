// Links to copy: a click on Copy puts the link on the clipboard, or selects it where that is not allowed.

for (const button of document.querySelectorAll("[data-copy]")) {
  const field = document.getElementById(button.dataset.copy);
  const says = document.querySelector(`[data-copied="${button.dataset.copy}"]`);
  field.addEventListener("focus", () => field.select());
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(field.value);
      says.textContent = "Copied.";
    } catch {
      field.focus();
      says.textContent = "Selected; press Ctrl-C.";
    }
  });
}
