import { normaliseEmail, normalisePhone } from "@/lib/crm/contacts/normalise.ts";
import type { ThreadEntry } from "@/lib/crm/contacts/threads.ts";

const names = ["name", "email", "phone", "organization"] as const;

/** A value that a message gives and the contact does not have. Nobody has verified it. */
export interface OfferedValue {
  name: (typeof names)[number];
  value: string;
}

type Known = Record<(typeof names)[number], string | null>;

/**
 * Details in the public form's messages that the contact lacks, each where it was said last.
 * @param entries of a thread, oldest first
 * @returns by the entry's id; entries without any are left out
 */
export function offeredValues(
  entries: ThreadEntry[],
  contact: Known,
): Record<number, OfferedValue[]> {
  const offered: Record<number, OfferedValue[]> = {};
  const existing = new Set(names.map((name) => compared(name, contact[name])));
  for (const { id, kind, meta } of entries.toReversed()) {
    if (kind !== "message" || !meta) continue;
    for (const name of names) {
      const value = meta.sender[name]?.trim();
      if (!value || existing.has(compared(name, value))) continue;
      existing.add(compared(name, value));
      (offered[id] ??= []).push({ name, value });
    }
  }
  return offered;
}

function compared(name: OfferedValue["name"], value: string | null): string {
  const same = name === "email"
    ? normaliseEmail(value)
    : (name === "phone" && normalisePhone(value)) || value?.trim().toLowerCase();
  return `${name}:${same ?? ""}`;
}
