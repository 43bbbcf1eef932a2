import { CUSTOMER_STYLE } from "../customer/style.ts";

/** The style element of a customer's chat: a messenger, on a phone too. */
export const STYLE = `${CUSTOMER_STYLE}
body { height: 100vh; height: 100dvh; }
main { display: flex; flex-direction: column; height: 100%; max-width: 560px; }
ol { list-style: none; flex: 1; min-height: 0; overflow-y: auto; padding: 16px 0; display: flex; flex-direction: column; gap: 8px; }
ol > :first-child { margin-top: auto; }
li { max-width: 85%; padding: 8px 12px; border-radius: 12px; overflow-wrap: anywhere; background: var(--raised); border: 1px solid var(--line); align-self: flex-start; }
li.ours { align-self: flex-end; background: var(--sunken); }
li p { white-space: pre-wrap; }
li .by { font-size: 12px; line-height: 16px; color: var(--text-soft); }
li .file { display: block; font-size: 13px; }
li img { display: block; max-width: 100%; max-height: 240px; border-radius: 8px; margin: 4px 0; }
li.empty { margin: auto; max-width: 360px; }
form { display: grid; grid-template-columns: 1fr auto; gap: 8px; padding: 12px 0; border-top: 1px solid var(--line); }
label.text, label.name { grid-column: 1 / -1; }
@media (forced-colors: active) { li, form, header { border-color: CanvasText; } }
`;
