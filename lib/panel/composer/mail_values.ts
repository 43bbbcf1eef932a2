import type { RefusedNote } from "@/lib/channels/email/refused_address.ts";
import type { MailReply } from "@/lib/crm/contacts/conversation/mail_reply.ts";
import { comparedAddress } from "@/lib/input/addresses/email_address.ts";
import { readAddress } from "@/lib/input/addresses/written_address.ts";

/** Pure: what is typed of a mail besides its text. What was not touched is not named. */
export interface MailTyped {
  subject?: string;
  to?: string;
  /** Addresses as they were typed, with commas or spaces between them. */
  cc?: string;
}

export function copiesIn(typed: string): string[] {
  return typed.split(/[,;\r\n]+/).flatMap((part) => {
    const { email, rest } = readAddress(part);
    return email !== null && rest === "" ? [email] : part.split(/\s+/);
  }).filter(Boolean);
}

/** Addresses that it would go to, of those that returned mail. */
export function refusedIn(
  typed: MailTyped,
  reply: MailReply,
  learned: readonly RefusedNote[],
): RefusedNote[] {
  const addresses = [...copiesIn(typed.cc ?? ""), typed.to ?? reply.to];
  const addressed = new Set(addresses.map(comparedAddress));
  const notes = new Map([...reply.refused, ...learned].map((one) => [one.address, one]));
  return [...notes.values()].filter(({ address }) => addressed.has(comparedAddress(address)));
}

/** Turns the fields into the API's form, without what the server would write the same. */
export function mailValues(
  typed: MailTyped,
  reply: MailReply,
  learned: readonly RefusedNote[],
): Record<string, unknown> {
  const subject = typed.subject?.trim() ?? "";
  const cc = copiesIn(typed.cc ?? "");
  return {
    ...(subject !== "" && subject !== reply.subject ? { subject } : {}),
    ...(typed.to && typed.to !== reply.to ? { to: typed.to } : {}),
    ...(cc.length > 0 ? { cc } : {}),
    // It stands above the button that was pressed.
    ...(refusedIn(typed, reply, learned).length > 0 ? { despite_refusal: true } : {}),
  };
}

/** Those among what was refused that the mail's own fields show, by field. */
export function mailErrors(
  fields: Record<string, string>,
): Partial<Record<keyof MailTyped, string>> {
  const entries = Object.entries(fields).flatMap(([name, error]) => {
    const [, field] = /^(subject|to|cc)(?:\.|$)/.exec(name) ?? [];
    return field ? [[field, error]] : [];
  });
  return Object.fromEntries(entries);
}
