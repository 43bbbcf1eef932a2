import { customerScript } from "../customer/script.ts";

/** The script of the mail page: what is there stays as it is, with what is open in it. */
export const SCRIPT = customerScript(`const fresh = document.createElement("template");
  fresh.innerHTML = text;
  const others = [...fresh.content.children]
    .filter(({ id }) => id && !document.getElementById(id));
  if (others.length === 0) return;
  list.querySelector(".empty")?.remove();
  list.prepend(...others);
  document.querySelector("[role=status]").textContent = list.dataset.came;`);
