// @ts-check
// Chooses the theme before anything is painted: the one that was chosen, or else dark or light as the system is.
const night = matchMedia("(prefers-color-scheme: dark)");

function showTheme() {
  const theme = localStorage.getItem("theme") || (night.matches ? "dark" : "light");
  if (document.documentElement.dataset.theme === theme) return;
  document.documentElement.dataset.theme = theme;
  document.dispatchEvent(new CustomEvent("theme", { detail: theme }));
}

showTheme();
night.addEventListener("change", showTheme);
document.addEventListener("theme-choice", showTheme);
addEventListener("DOMContentLoaded", () => {
  document.getElementById("theme")?.addEventListener("click", () => {
    localStorage.setItem("theme", document.documentElement.dataset.theme === "dark" ? "light" : "dark");
    showTheme();
  });
});
