// Gives the reader the app's colours, light or dark as the person's device asks.
const themes = {
  light: {
    theme: "light",
    "bg-color": "#fcfcfd",
    "text-color": "#26282d",
    "primary-color": "#2563eb",
    "nav-bg-color": "#f4f5f7",
    "nav-text-color": "#4a4e57",
    "nav-hover-bg-color": "#e8eaee",
    "nav-hover-text-color": "#26282d",
    "nav-accent-color": "#2563eb",
  },
  dark: {
    theme: "dark",
    "bg-color": "#16181c",
    "text-color": "#e6e8ec",
    "primary-color": "#7aa2ff",
    "nav-bg-color": "#1d2025",
    "nav-text-color": "#aeb3bd",
    "nav-hover-bg-color": "#2a2e35",
    "nav-hover-text-color": "#e6e8ec",
    "nav-accent-color": "#7aa2ff",
  },
};
const dark = matchMedia("(prefers-color-scheme: dark)");

function dress() {
  const reader = document.querySelector("rapi-doc");
  const theme = themes[dark.matches ? "dark" : "light"];
  for (const [name, value] of Object.entries(theme)) reader.setAttribute(name, value);
}

dark.addEventListener("change", dress);
dress();
