import { customerScript } from "../customer/script.ts";

/** The script of a customer's chat. */
export const SCRIPT = `${
  customerScript(`list.innerHTML = text;
  toEnd();`)
}
const toEnd = () => { list.scrollTop = list.scrollHeight; };
form.elements.name.addEventListener("change", () => {
  location.search = "?as=" + encodeURIComponent(form.elements.name.value);
});
toEnd();
`;
