import type { Forward } from "@/lib/channels/email/read/forward/forward.ts";
import { providerOfDomain } from "@/lib/channels/email/providers.ts";
import { authorOf, type SenderChoice } from "@/lib/channels/in/author/author.ts";
import { openDomains } from "@/lib/channels/in/author/open_domains.ts";
import type { ForwardedMail } from "@/lib/db/tables/channels.ts";

/** The outermost mail of what a colleague passes on that somebody else wrote. Pure. */
export function forwardedBy(
  forwards: readonly Forward[],
  { isColleague, choices }: {
    isColleague(address: string): boolean;
    choices: ReadonlyMap<string, SenderChoice>;
  },
): ForwardedMail | undefined {
  for (const { origin, ...details } of forwards) {
    const choice = choices.get(origin.from?.address ?? "");
    const author = authorOf(origin, { isOwn: isColleague, choice });
    if (author.kind === "from" || author.kind === "named") {
      const { name, address } = author.person;
      return { person: { name, address }, ...details };
    }
  }
  return undefined;
}

/** Reports whether the address is at a mailbox's domain that is no public provider's. */
export function isCompanyAddress(address: string, mailboxes: Iterable<string>): boolean {
  const domain = domainOf(address);
  if (openDomains.has(domain) || providerOfDomain(domain)) return false;
  return [...mailboxes].some((one) => domainOf(one) === domain);
}

function domainOf(address: string): string {
  return address.slice(address.lastIndexOf("@") + 1);
}
