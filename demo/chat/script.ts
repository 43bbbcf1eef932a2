/** The script of a customer's chat: what the company writes appears by itself. */
export const SCRIPT = `
const list = document.querySelector("ol");
const form = document.querySelector("form");
const toEnd = () => { list.scrollTop = list.scrollHeight; };
new EventSource(list.dataset.events).onmessage = async () => {
  const answer = await fetch(list.dataset.lines);
  if (!answer.ok) return;
  list.innerHTML = await answer.text();
  toEnd();
};
form.elements.text.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  form.requestSubmit();
});
form.elements.name.addEventListener("change", () => {
  location.search = "?as=" + encodeURIComponent(form.elements.name.value);
});
toEnd();
`;
