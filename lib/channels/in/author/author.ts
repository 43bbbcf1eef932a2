import type { Mailbox } from "@/lib/channels/email/read/mailbox_texts.ts";
import type { Origin } from "@/lib/channels/email/read/origin.ts";
import { formDomains, formNames, silentNames } from "@/lib/channels/in/author/form_senders.ts";

/** The author of a mail: From, Reply-To, or the company itself. */
export type Author =
  | { kind: "from"; person: Mailbox }
  /** `via`: the form, shop or list in From. */
  | { kind: "named"; person: Mailbox; via: Mailbox }
  | { kind: "own" }
  | { kind: "nobody" };

/** A member's choice for a sender. */
export interface SenderChoice {
  answersTo: "from" | "reply_to" | null;
  isPerson: boolean;
}

interface Circumstances {
  /** Reports whether an address is of the company's mailboxes. */
  isOwn(address: string): boolean;
  choice?: SenderChoice;
  /** The addresses in To and Cc. */
  recipients?: readonly Mailbox[];
}

/** Pure. */
export function authorOf(
  origin: Origin,
  { isOwn, choice, recipients = [] }: Circumstances,
): Author {
  const { from, relayed } = origin;
  if (!from) return { kind: "nobody" };
  const isOther = ({ address }: Mailbox) => address !== from.address && !isOwn(address);
  const reply = origin.replyTo.find((one) => isOther(one) && !isSilent(one.address));
  const named = (person: Mailbox): Author => ({ kind: "named", person, via: from });
  if (choice?.answersTo === "reply_to" && reply) return named(reply);
  const passedOn = choice?.answersTo !== "from" && beforeList(origin, { isOther, recipients });
  if (passedOn) return named(passedOn);
  if (isOwn(from.address)) {
    if (choice?.answersTo === "from") return { kind: "own" };
    const person = reply ?? (relayed && isOther(relayed) ? relayed : undefined);
    return person ? named(person) : { kind: "own" };
  }
  const isStandIn = choice?.answersTo !== "from" &&
    (isSilent(from.address) || isForm(from.address));
  return isStandIn && reply ? named(reply) : { kind: "from", person: from };
}

/** Finds the author where a list put its own address into From: `"Ana via Grupo" <grupo@…>`. */
function beforeList(
  { from, replyTo, listed, lists }: Origin,
  { isOther, recipients }: {
    isOther(one: Mailbox): boolean;
    recipients: readonly Mailbox[];
  },
): Mailbox | undefined {
  const name = nameBeforeVia(from!.name);
  const isRewritten = name !== null || lists.includes(from!.address);
  if (!isRewritten) return undefined;
  const isPerson = (one: Mailbox) => isOther(one) && !lists.includes(one.address);
  const original = listed && isPerson(listed) ? listed : replyTo.find(isPerson);
  const person = original ??
    recipients.find((one) => name !== null && one.name === name && isPerson(one));
  return person && { address: person.address, name: person.name ?? name };
}

const between = [" via ", " por medio de ", " a través de ", " mediante "];

/** `Ana` of `'Ana' via Grupo`, as mailing lists write it. */
export function nameBeforeVia(name: string | null): string | null {
  const at = between.map((word) => name?.lastIndexOf(word) ?? -1).find((one) => one > 0);
  if (at === undefined) return null;
  const first = name!.slice(0, at).trim();
  const isQuoted = first.length > 2 && /^['"]/.test(first) && first.endsWith(first[0]!);
  return isQuoted ? first.slice(1, -1) : first;
}

/** Reports whether the address asks not to be answered. */
export function isSilent(address: string): boolean {
  const parts = localOf(address).split(/[-_.+]/);
  return parts.some((_, at) => {
    const rest = parts.slice(at).join("");
    return silentNames.some((name) => rest.startsWith(name));
  });
}

export function isForm(address: string): boolean {
  const local = localOf(address).split("+")[0]!;
  const domain = address.slice(address.lastIndexOf("@") + 1);
  return formNames.includes(local) ||
    formDomains.some((one) => domain === one || domain.endsWith(`.${one}`));
}

function localOf(address: string): string {
  return address.slice(0, address.lastIndexOf("@")).toLowerCase();
}

/** Without what follows `+`, which the owner may choose (RFC 5233). */
export function withoutTag(address: string): string {
  const at = address.lastIndexOf("@");
  const plus = address.slice(0, at).indexOf("+");
  return plus > 0 ? address.slice(0, plus) + address.slice(at) : address;
}
