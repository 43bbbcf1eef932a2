import { CUSTOMER_STYLE } from "../customer/style.ts";

/** The style element of the mail page: what is written beside what came, on a phone above it. */
export const STYLE = `${CUSTOMER_STYLE}
main { max-width: 1080px; }
.panes { display: grid; gap: 24px; padding: 16px 0; }
form { display: grid; gap: 8px; align-content: start; }
h2 { font-size: 15px; line-height: 22px; font-weight: 600; overflow-wrap: anywhere; }
form a { font-size: 13px; justify-self: start; }
textarea { min-height: 140px; }
button { justify-self: end; }
.list { display: grid; gap: 12px; align-content: start; min-width: 0; }
article { min-width: 0; padding: 12px 16px; border-radius: 12px; overflow-wrap: anywhere; background: var(--raised); border: 1px solid var(--line); }
article.ours { background: var(--sunken); }
article > p { margin-top: 8px; white-space: pre-wrap; }
.by, summary, .files { font-size: 13px; line-height: 20px; color: var(--text-soft); }
.by .automatic { padding: 0 6px; border: 1px solid var(--line); border-radius: 6px; }
.files { list-style: none; padding: 0; margin-top: 8px; }
details { margin-top: 8px; }
summary { cursor: pointer; border-radius: 4px; padding: 2px 0; }
details p { white-space: pre-wrap; color: var(--text-soft); border-left: 2px solid var(--line); padding-left: 12px; margin-top: 4px; }
iframe { display: block; width: 100%; height: 320px; margin-top: 4px; border: 1px solid var(--line); border-radius: 8px; background: white; color-scheme: light; }
.answer { display: inline-block; margin-top: 8px; }
.pages { display: flex; gap: 16px; justify-content: space-between; }
[role=status] { font-size: 13px; color: var(--success-text); }
@media (min-width: 860px) {
  .panes { grid-template-columns: 340px minmax(0, 1fr); }
  form { position: sticky; top: 16px; }
}
@media (forced-colors: active) { article, header { border-color: CanvasText; } }
`;
