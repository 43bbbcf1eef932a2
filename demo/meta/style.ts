import { CUSTOMER_STYLE } from "../customer/style.ts";

/** The style element of the phones: three side by side, on a phone one above the other. */
export const STYLE = `${CUSTOMER_STYLE}
main { max-width: 1360px; }
.who { display: flex; gap: 8px; align-items: end; padding: 12px 0; max-width: 420px; }
.who label { flex: 1; }
.phones { display: grid; gap: 16px; padding-bottom: 16px; }
.phone { display: flex; flex-direction: column; gap: 8px; min-width: 0; padding: 12px; border: 1px solid var(--line); border-radius: 20px; background: var(--raised); }
h2 { font-size: 15px; line-height: 22px; font-weight: 600; }
h2 span { font-weight: 400; color: var(--text-soft); overflow-wrap: anywhere; }
ol { list-style: none; height: 320px; overflow-y: auto; padding: 12px; border-radius: 12px; background: var(--sunken); display: flex; flex-direction: column; gap: 8px; }
ol > :first-child { margin-top: auto; }
li { max-width: 90%; padding: 8px 10px; border-radius: 12px; overflow-wrap: anywhere; background: var(--raised); border: 1px solid var(--line); align-self: flex-start; }
li.ours { align-self: flex-end; background: var(--hover); }
li:has(:checked) { border-color: var(--accent); }
li.empty { margin: auto; max-width: 300px; background: none; border: 0; }
li label { display: flex; gap: 8px; align-items: start; font-size: inherit; line-height: inherit; color: inherit; cursor: pointer; }
li input[type=radio] { width: auto; flex: none; margin-top: 2px; accent-color: var(--accent); }
li label > span, li div { display: grid; min-width: 0; }
.by, .note, li .file { font-size: 12px; line-height: 16px; color: var(--text-soft); }
.text { font-size: 15px; line-height: 22px; white-space: pre-wrap; }
.ticks.read { color: var(--accent); }
q { font-size: 13px; color: var(--text-soft); border-left: 2px solid var(--line); padding-left: 8px; }
li a.file { display: block; font-size: 13px; color: var(--accent); }
li img { display: block; max-width: 100%; max-height: 160px; border-radius: 8px; margin: 4px 0; }
form { display: grid; gap: 8px; }
textarea { min-height: 52px; }
.send { display: flex; gap: 8px; align-items: end; justify-content: space-between; }
.hint { font-size: 12px; line-height: 16px; color: var(--text-soft); }
.acts { display: flex; flex-wrap: wrap; gap: 6px; }
.acts button { font-size: 13px; font-weight: 500; padding: 5px 10px; color: var(--text); background: var(--sunken); border: 1px solid var(--line); }
.acts button[aria-pressed=true] { color: var(--danger-text); background: var(--danger); border-color: var(--danger-text); }
form + form { padding-top: 8px; border-top: 1px solid var(--line); }
@media (min-width: 1000px) { .phones { grid-template-columns: repeat(3, minmax(0, 1fr)); } }
@media (forced-colors: active) { li, .phone, header { border-color: CanvasText; } .acts button[aria-pressed=true] { border-width: 3px; } }
`;
