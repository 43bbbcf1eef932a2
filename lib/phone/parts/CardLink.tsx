import type { ComponentChildren } from "preact";
import { goTo } from "@/lib/phone/page/navigation.ts";
import { addressOf, type View } from "@/lib/phone/page/view.ts";

interface CardLinkProps {
  device: string;
  id: string;
  children: ComponentChildren;
}

/** Leads to a notification's card, without a load unless another tab is wanted. */
export function CardLink({ device, id, children }: CardLinkProps) {
  const view: View = { name: "card", device, id, answer: null };
  return (
    <a
      href={addressOf(view)}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        goTo(view);
      }}
    >
      {children}
    </a>
  );
}
