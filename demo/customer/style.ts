import { THEME } from "../theme.ts";

/** Common styles of both customer pages: chat and mail. */
export const CUSTOMER_STYLE = `${THEME}
* { box-sizing: border-box; margin: 0; }
html { background: var(--surface); color: var(--text); -webkit-text-size-adjust: 100%; }
body {
  font: 400 15px/22px "Inter Variable", Inter, ui-sans-serif, system-ui, -apple-system, "Segoe UI",
    Roboto, sans-serif;
}
main { margin: 0 auto; padding: 0 16px; }
header { display: flex; align-items: baseline; gap: 12px; padding: 16px 0 12px; border-bottom: 1px solid var(--line); }
h1 { flex: 1; font-size: 17px; line-height: 24px; font-weight: 600; overflow-wrap: anywhere; }
a { color: var(--accent); font-weight: 500; text-underline-offset: 3px; }
header a { font-size: 13px; }
.empty { color: var(--text-soft); text-align: center; text-wrap: balance; }
.problem { margin-bottom: 8px; padding: 8px 12px; border-radius: 8px; background: var(--danger); color: var(--danger-text); }
label { display: grid; gap: 4px; min-width: 0; font-size: 12px; line-height: 16px; color: var(--text-soft); }
input, textarea {
  font: inherit; font-size: 16px; color: var(--text); background: var(--raised);
  border: 1px solid var(--line); border-radius: 8px; padding: 8px 10px; width: 100%; min-width: 0;
}
input[type=file] { padding: 0; border: 0; background: none; font-size: 13px; }
textarea { resize: vertical; min-height: 60px; }
button {
  align-self: end; font: inherit; font-weight: 600; color: var(--surface); background: var(--accent); border: 0;
  border-radius: 8px; padding: 9px 20px; cursor: pointer;
}
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.foot { padding-bottom: 12px; font-size: 12px; line-height: 16px; color: var(--text-soft); text-wrap: pretty; }
`;
