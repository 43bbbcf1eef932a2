/** The script of the phones: what comes appears by itself, and leaves what was chosen. */
export const SCRIPT = `
const lists = [...document.querySelectorAll("[data-lines]")];
const toEnd = (list) => { list.scrollTop = list.scrollHeight; };
const radioOf = (line) => line.querySelector("[type=radio]");
// A radio stays the same element, so that a press that is under way counts.
const renewLine = (line, next) => {
  const radio = radioOf(line);
  const other = radioOf(next);
  if (!radio || radio.value !== other?.value) return line.replaceWith(next);
  radio.nextElementSibling.replaceWith(other.nextElementSibling);
  const label = radio.parentElement;
  while (label.nextSibling) label.nextSibling.remove();
  other.parentElement.remove();
  line.append(...next.childNodes);
};
const renew = async (list) => {
  const answer = await fetch(list.dataset.lines);
  if (!answer.ok) return;
  const next = document.createElement("ol");
  next.innerHTML = await answer.text();
  const lines = [...list.children];
  const changes = [...next.children].map((line, at) => [lines[at], line])
    .filter(([line, other]) => !line?.isEqualNode(other));
  for (const [line, other] of changes) line ? renewLine(line, other) : list.append(other);
  if (changes.length > 0) toEnd(list);
};
// One after the other, so that an older answer never comes last.
let renewals = Promise.resolve();
const renewAll = () => Promise.allSettled(lists.map(renew));
new EventSource(document.querySelector("[data-events]").dataset.events).onmessage = () => {
  renewals = renewals.then(renewAll);
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
