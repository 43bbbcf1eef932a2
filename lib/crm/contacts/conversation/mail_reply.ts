import type { RefusedNote } from "@/lib/channels/email/refused_address.ts";
import type { Address, MailFacts } from "@/lib/db/tables/channels.ts";
import { comparedAddress } from "@/lib/input/addresses/email_address.ts";
import { shownAddress, shownMailbox } from "@/lib/records/shown_address.ts";
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

interface ReplyOptions {
  /** Addresses of the company's mailboxes, this one's among them. */
  own: string[];
  /** Address of the person; where it is null, `chosen` is not. */
  to: string | null;
  /** Reply-To of the last mail that came, where a member chose it. */
  chosen?: string | null;
  signature: string | null;
  last: LastMail | null;
  refused: RefusedNote[];
  hasChoice: boolean;
}

/** Limit of a message's `cc`. */
const mostCopies = 20;

/** Pure. */
export function mailReply(options: ReplyOptions): MailReply {
  const { own, chosen, signature, last, refused, hasChoice } = options;
  const to = comparedAddress((chosen ?? options.to)!);
  const isAnswer = last?.direction === "in";
  const wrote = isAnswer ? last.sender?.email : null;
  const replyTo = isAnswer ? last.mail?.replyTo?.address : null;
  const named = [...(isAnswer ? last.mail?.to ?? [] : []), ...last?.mail?.cc ?? []];
  const ours = [...own, ...last?.mail?.deliveredTo ?? []];
  const apart = (addresses: (string | null | undefined)[], without: string[]) => {
    const others = new Set(addresses.flatMap((one) => one ? [comparedAddress(one)] : []));
    for (const one of without) others.delete(comparedAddress(one));
    return [...others].map(shownAddress);
  };
  return {
    to: shownAddress(to),
    choices: hasChoice ? apart([wrote, replyTo, chosen && options.to], [to, ...own]) : [],
    subject: last?.subject ? answering(last.subject) : null,
    others: apart([chosen ? null : wrote, ...named.map(({ address }) => address)], [to, ...ours])
      .slice(0, mostCopies),
    signature,
    refused: refused.map(shownMailbox),
  };
}
