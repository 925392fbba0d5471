// Loaded before anything is painted, so that a chosen theme does not flash the other one first.
try {
  const chosen = localStorage.getItem("pnyx-theme");
  if (chosen === "dark" || chosen === "light") document.documentElement.dataset.theme = chosen;
} catch {
  // Storage may be forbidden; then the system's choice stands.
}
