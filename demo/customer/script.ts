/**
 * The script of a page on which one plays a customer: what the company writes appears by itself.
 * @param show what is done with `text`, the fragment that has it; `list` is where it is shown
 */
export function customerScript(show: string): string {
  return `
const list = document.querySelector("[data-events]");
const form = document.querySelector("form");
if (list) new EventSource(list.dataset.events).onmessage = async () => {
  const answer = await fetch(list.dataset.lines);
  if (!answer.ok) return;
  const text = await answer.text();
  ${show}
};
form.elements.text.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  form.requestSubmit();
});
`;
}
