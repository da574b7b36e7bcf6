// Copies what stands beside a button, and says so on it; where the browser does not let it, it marks the text for copying by
// hand. Where no script runs the style sheet hides these buttons.
(() => {
  const SAID_FOR_MS = 2_500;

  async function copied(button) {
    try {
      await navigator.clipboard.writeText(button.dataset.copy);
      return "Copiado";
    } catch {
      const shown = button.previousElementSibling;
      if (shown.select) shown.select();
      else getSelection().selectAllChildren(shown);
      return "Seleccionado";
    }
  }

  document.addEventListener("click", async ({ target }) => {
    const button = target.closest("button[data-copy]");
    if (!button) return;
    const said = button.nextElementSibling;
    const word = await copied(button);
    button.firstChild.data = word;
    said.textContent = word === "Copiado" ? word : "Seleccionado: cópielo con Ctrl+C";
    setTimeout(() => {
      button.firstChild.data = "Copiar";
      said.textContent = "";
    }, SAID_FOR_MS);
  });
})();
