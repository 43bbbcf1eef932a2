import type { RefusedNote } from "@/lib/channels/email/refused_address.ts";
import type { Address, MailFacts } from "@/lib/db/channels_schema.ts";
import { answering } from "@/lib/crm/contacts/conversation/subjects.ts";

/** Recipients, subject and signature that an answer by a mailbox is prefilled with. */
export interface MailReply {
  /** Default recipient. */
  to: string;
  /** Other possible recipients: the last From and Reply-To. Never chosen by default. */
  choices: string[];
  subject: string | null;
  /** Other recipients of the last mail. */
  others: string[];
  signature: string | null;
  /** Addresses among all of these that returned mail. */
  refused: RefusedNote[];
}

/** The last mail by the account. */
export interface LastMail {
  direction: "in" | "out";
  subject: string | null;
  sender: Address | null;
  mail: MailFacts | null;
}

interface Given {
  /** The mailbox's own address. */
  own: string | null;
  to: string;
  signature: string | null;
  last: LastMail | null;
  refused: RefusedNote[];
  hasChoice: boolean;
}

/** Limit of a message's `cc`. */
const mostCopies = 20;

/** Pure. */
export function mailReply({ own, to, signature, last, refused, hasChoice }: Given): MailReply {
  const isAnswer = last?.direction === "in";
  const wrote = isAnswer ? last.sender?.email : null;
  const asked = isAnswer ? last.mail?.replyTo?.address : null;
  const named = [...(isAnswer ? last.mail?.to ?? [] : []), ...last?.mail?.cc ?? []];
  const apart = (addresses: (string | null | undefined)[], without: (string | null)[]) => {
    const left = new Set(addresses.flatMap((one) => one ? [one.toLowerCase()] : []));
    for (const one of without) if (one) left.delete(one.toLowerCase());
    return [...left];
  };
  return {
    to: to.toLowerCase(),
    choices: hasChoice ? apart([wrote, asked], [to, own]) : [],
    subject: last?.subject ? answering(last.subject) : null,
    others: apart([wrote, ...named.map(({ address }) => address)], [to, own]).slice(0, mostCopies),
    signature,
    refused,
  };
}
