import { THEME } from "./theme.ts";

/** The style element of the gateway's pages; their policy allows it by its hash. */
export const STYLE = `${THEME}* { box-sizing: border-box; margin: 0; }
html { background: var(--surface); color: var(--text); -webkit-text-size-adjust: 100%; }
body {
  font: 400 14px/20px "Inter Variable", Inter, ui-sans-serif, system-ui, -apple-system, "Segoe UI",
    Roboto, sans-serif;
  min-height: 100vh; min-height: 100dvh; display: grid; justify-content: center;
  grid-template-columns: minmax(0, 448px); padding: clamp(32px, 12vh, 128px) 20px 32px;
}
.brand { display: flex; align-items: center; gap: 8px; font-weight: 600; margin-bottom: 28px; }
.brand svg { width: 24px; height: 24px; fill: none; stroke: var(--text); stroke-width: 5; stroke-linecap: round; }
.brand path + path { stroke: var(--accent); }
h1 { font-size: 20px; line-height: 28px; font-weight: 600; letter-spacing: -0.01em; text-wrap: balance; }
.lead { color: var(--text-soft); margin-top: 4px; text-wrap: pretty; }
.problem { margin-top: 16px; padding: 8px 12px; border-radius: 8px; background: var(--danger); color: var(--danger-text); }
ul {
  list-style: none; padding: 0; margin-top: 24px; overflow: hidden;
  background: var(--raised); border: 1px solid var(--line); border-radius: 12px;
}
li + li { border-top: 1px solid var(--line); }
button {
  all: unset; box-sizing: border-box; display: flex; align-items: center; gap: 12px; width: 100%;
  padding: 12px 16px; cursor: pointer;
}
button:hover { background: var(--hover); }
button:active { background: var(--sunken); }
button:focus-visible { outline: 2px solid var(--accent); outline-offset: -2px; border-radius: 11px; }
a:focus-visible { outline: 2px solid var(--accent); outline-offset: 3px; border-radius: 4px; }
.initials {
  flex: none; display: grid; place-items: center; width: 36px; height: 36px; border-radius: 50%;
  background: var(--sunken); color: var(--text-soft); font-size: 12px; font-weight: 600;
}
.who { flex: 1; min-width: 0; display: flex; flex-direction: column; overflow-wrap: anywhere; }
.name { font-weight: 500; display: flex; flex-wrap: wrap; align-items: baseline; column-gap: 8px; }
.note { font-size: 13px; color: var(--text-soft); }
.email { font-size: 12px; line-height: 16px; color: var(--text-soft); margin-top: 2px; }
.here { display: inline-flex; align-items: center; gap: 6px; font-size: 12px; line-height: 16px; color: var(--success-text); }
.here::before { content: ""; width: 6px; height: 6px; border-radius: 50%; background: currentColor; }
li svg {
  flex: none; width: 16px; height: 16px; fill: none; stroke: var(--text-soft); stroke-width: 1.5;
  stroke-linecap: round; stroke-linejoin: round; opacity: 0.55;
}
button:hover svg, button:focus-visible svg { opacity: 1; stroke: var(--accent); }
.leave { display: inline-block; margin-top: 16px; color: var(--accent); font-weight: 500; text-underline-offset: 3px; }
.leave:not(:hover) { text-decoration: none; }
.customers { margin-top: 8px; color: var(--text-soft); }
form + .customers, .leave + .customers { margin-top: 24px; }
.customers a { color: var(--accent); font-weight: 500; text-underline-offset: 3px; }
.foot { margin-top: 24px; font-size: 12px; line-height: 16px; color: var(--text-soft); text-wrap: pretty; }
@media (prefers-reduced-motion: no-preference) {
  button, li svg { transition: background-color 120ms ease-out, stroke 120ms ease-out, opacity 120ms ease-out; }
}
@media (forced-colors: active) { ul, li + li { border-color: CanvasText; } }
`;
