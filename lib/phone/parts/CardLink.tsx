import type { ComponentChildren } from "preact";
import { goTo } from "@/lib/phone/page/navigation.ts";
import { addressOf, type View } from "@/lib/phone/page/view.ts";

interface CardLinkProps {
  device: string;
  id: string;
  /** The contact of the conversation that the notice is about; the link opens it. */
  contactId?: number | null;
  children: ComponentChildren;
}

/** Leads to a notification's card, without a load unless another tab is wanted. */
export function CardLink({ device, id, contactId, children }: CardLinkProps) {
  const view: View = contactId
    ? { name: "conversation", device, contactId, isWriting: true }
    : { name: "card", device, id, answer: null };
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
