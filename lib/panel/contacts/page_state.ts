import { useEffect, useState } from "preact/hooks";
import { regionsReplaced } from "@/lib/panel/live/regions.ts";

/** The current contact, for the inbox's islands. */
export interface ContactState {
  status: "new" | "read" | "archived";
  isSpam: boolean;
  isHeld: boolean;
  isConverted: boolean;
  assignee: { id: number; name: string | null } | null;
  conversion: ConversionStart;
}

export interface ConversionStart {
  /** Existing clients, the likeliest first. */
  likely: Likely[];
  client: NewClient;
  title: string;
}

export interface Likely {
  id: number;
  name: string;
  email: string | null;
  phone: string | null;
  city: string | null;
  reason: "same_person" | "same_email" | "same_phone" | "similar_name";
}

export const newClientNames = ["name", "email", "phone", "tax_id"] as const;
export type NewClient =
  & Record<(typeof newClientNames)[number], string>
  & { kind: "company" | "person" };

/** The id of the element that holds the state; it is in a region. */
export const stateId = "contact-state";

/** Read again after each write. */
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
