import { useEffect, useState } from "preact/hooks";
import { regionsReplaced } from "@/lib/panel/regions.ts";

/** What the inbox's islands need to know of the contact as it is now. */
export interface ContactState {
  status: "new" | "read" | "archived";
  isSpam: boolean;
  isConverted: boolean;
  assignee: { id: number; name: string | null } | null;
  conversion: ConversionStart;
}

/** What the dialog that converts a contact begins with. */
export interface ConversionStart {
  /** Clients that it may be, the likeliest first. */
  likely: Likely[];
  /** What a new client would be. */
  client: NewClient;
  /** What the opportunity would be called. */
  title: string;
}

export interface Likely {
  id: number;
  name: string;
  email: string | null;
  phone: string | null;
  city: string | null;
  reason: "same_email" | "same_phone" | "similar_name";
}

export const newClientNames = ["name", "email", "phone", "tax_id"] as const;
export type NewClient =
  & Record<(typeof newClientNames)[number], string>
  & { kind: "company" | "person" };

/** The id of the element whose value is the state; it stands in a region. */
export const stateId = "contact-state";

/** The contact's state, read again from the page after each write. */
export function useContactState(first: ContactState): ContactState {
  const [state, setState] = useState(first);
  useEffect(() => {
    const read = () => {
      const element = document.getElementById(stateId);
      if (element instanceof HTMLDataElement) setState(JSON.parse(element.value));
    };
    document.addEventListener(regionsReplaced, read);
    return () => document.removeEventListener(regionsReplaced, read);
  }, []);
  return state;
}

/** Told on `document` after a merge into this contact or its undo, with the record as it is now. */
export const contactMerged = "contact:merged";
