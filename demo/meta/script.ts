/** The script of the phones: what comes appears by itself, and leaves what was chosen. */
export const SCRIPT = `
const lists = [...document.querySelectorAll("[data-lines]")];
const texts = new Map();
const toEnd = (list) => { list.scrollTop = list.scrollHeight; };
const renew = async (list) => {
  const answer = await fetch(list.dataset.lines);
  if (!answer.ok) return;
  const text = await answer.text();
  if (texts.get(list) === text) return;
  texts.set(list, text);
  const chosen = list.querySelector(":checked")?.value;
  const focused = list.contains(document.activeElement) ? document.activeElement.value : undefined;
  list.innerHTML = text;
  for (const radio of list.querySelectorAll("[type=radio]")) {
    if (radio.value === chosen) radio.checked = true;
    if (radio.value === focused) radio.focus();
  }
  toEnd(list);
};
new EventSource(document.querySelector("[data-events]").dataset.events).onmessage = () => {
  lists.forEach(renew);
};
for (const text of document.querySelectorAll("textarea")) {
  text.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    text.form.requestSubmit(text.form.querySelector("[value=write]"));
  });
}
lists.forEach(toEnd);
`;
