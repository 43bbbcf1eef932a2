import { THEME } from "../theme.ts";

/** The style element of a customer's chat: a messenger, on a phone too. */
export const STYLE = `${THEME}
* { box-sizing: border-box; margin: 0; }
html { background: var(--surface); color: var(--text); -webkit-text-size-adjust: 100%; }
body {
  font: 400 15px/22px "Inter Variable", Inter, ui-sans-serif, system-ui, -apple-system, "Segoe UI",
    Roboto, sans-serif;
  height: 100vh; height: 100dvh;
}
main { display: flex; flex-direction: column; height: 100%; max-width: 560px; margin: 0 auto; padding: 0 16px; }
header { display: flex; align-items: baseline; gap: 12px; padding: 16px 0 12px; border-bottom: 1px solid var(--line); }
h1 { flex: 1; font-size: 17px; line-height: 24px; font-weight: 600; overflow-wrap: anywhere; }
a { color: var(--accent); font-weight: 500; text-underline-offset: 3px; }
header a { font-size: 13px; }
ol { list-style: none; flex: 1; min-height: 0; overflow-y: auto; padding: 16px 0; display: flex; flex-direction: column; gap: 8px; }
ol > :first-child { margin-top: auto; }
li { max-width: 85%; padding: 8px 12px; border-radius: 12px; overflow-wrap: anywhere; background: var(--raised); border: 1px solid var(--line); align-self: flex-start; }
li.ours { align-self: flex-end; background: var(--sunken); }
li p { white-space: pre-wrap; }
li .by { font-size: 12px; line-height: 16px; color: var(--text-soft); }
li .file { display: block; font-size: 13px; }
li img { display: block; max-width: 100%; max-height: 240px; border-radius: 8px; margin: 4px 0; }
.empty { margin: auto; max-width: 360px; color: var(--text-soft); text-align: center; text-wrap: balance; }
.problem { margin-bottom: 8px; padding: 8px 12px; border-radius: 8px; background: var(--danger); color: var(--danger-text); }
form { display: grid; grid-template-columns: 1fr auto; gap: 8px; padding: 12px 0; border-top: 1px solid var(--line); }
label { font-size: 12px; line-height: 16px; color: var(--text-soft); }
label.text, label.name { grid-column: 1 / -1; display: grid; gap: 4px; }
label.file { display: grid; gap: 4px; min-width: 0; }
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
@media (forced-colors: active) { li, form, header { border-color: CanvasText; } }
`;
