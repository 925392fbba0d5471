// Light or dark: the system's choice until the reader makes another, which is remembered.

const system = matchMedia("(prefers-color-scheme: dark)");

function isDark() {
  const chosen = document.documentElement.dataset.theme;
  return chosen ? chosen === "dark" : system.matches;
}

/** Let a button switch the theme; its words say what it does next. */
export function themeButton(button) {
  const label = () => {
    button.textContent = isDark() ? "Light" : "Dark";
    button.setAttribute("aria-label", isDark() ? "Use light colours" : "Use dark colours");
  };
  button.addEventListener("click", () => {
    const theme = isDark() ? "light" : "dark";
    document.documentElement.dataset.theme = theme;
    try {
      localStorage.setItem("pnyx-theme", theme);
    } catch {
      // Not remembered, but changed.
    }
    label();
  });
  system.addEventListener("change", label);
  label();
}
