/**
 * A script at the head of the panel's pages: notes which controls were used until the islands can
 * take it over (lib/panel/page/input/early_input.ts). What a browser itself puts back into the fields of
 * a page, when one goes back to it, makes no such event.
 */
export function EarlyInput() {
  return <script dangerouslySetInnerHTML={{ __html: note }} />;
}

// An island begins at a comment that Fresh puts before it. Where there is none, the page is one.
const note = `{
const stop = new AbortController();
const early = globalThis.earlyInput = { pressed: new Map(), typed: new Set(), toggled: new Set(), stop };
const islandOf = (node) => {
  let within = 0;
  while (node && node !== document.body) {
    if (node.nodeType === 8 && node.data.startsWith("/frsh")) within++;
    if (node.nodeType === 8 && node.data.startsWith("frsh:") && within-- === 0) return node;
    if (node.previousSibling) node = node.previousSibling;
    else { node = node.parentNode; within = 0; }
  }
  return document;
};
const on = (name, run) =>
  addEventListener(name, ({ target }) => run(target), { capture: true, signal: stop.signal });
on("click", (target) => {
  const control = target.closest?.("a, button, input, label, select, summary, textarea");
  if (control) early.pressed.set(islandOf(control), { control, at: performance.now() });
});
on("input", (target) => early.typed.add(target));
on("toggle", (target) => target.localName === "details" && early.toggled.add(target));
}`;
