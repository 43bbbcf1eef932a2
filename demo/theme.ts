/** Colours of the demo's own pages, in light and dark. */
export const THEME = `
:root {
  --surface: oklch(0.985 0.002 260); --raised: oklch(1 0 0); --hover: oklch(0.968 0.004 260);
  --sunken: oklch(0.945 0.006 260); --line: oklch(0.905 0.006 260);
  --text: oklch(0.24 0.012 260); --text-soft: oklch(0.49 0.014 260);
  --accent: oklch(0.5 0.16 262);
  --success-text: oklch(0.46 0.11 152);
  --danger: oklch(0.955 0.022 25); --danger-text: oklch(0.47 0.16 25);
}
@media (prefers-color-scheme: dark) {
  :root {
    --surface: oklch(0.185 0.008 260); --raised: oklch(0.222 0.009 260); --hover: oklch(0.255 0.01 260);
    --sunken: oklch(0.29 0.012 260); --line: oklch(0.31 0.011 260);
    --text: oklch(0.94 0.005 260); --text-soft: oklch(0.715 0.012 260);
    --accent: oklch(0.73 0.12 262);
    --success-text: oklch(0.78 0.12 152);
    --danger: oklch(0.28 0.05 25); --danger-text: oklch(0.82 0.09 25);
  }
}
`;
