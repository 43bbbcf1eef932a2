import type { Member, Membership } from "@/lib/access/members.ts";
import type { Language } from "@/lib/words/language.ts";

/** What stands in the places of a reply template on a page; null where nothing can. */
export interface FillValues {
  contact: string | null;
  company: string;
  member: string;
  quote: { id: number; number: string | null } | null;
  /** Of the person who reads it: templates in it come first. */
  language: Language | null;
}

interface Known {
  member: Member;
  memberships: readonly Membership[];
  contact: string | null;
  /** The quotation that is written about. */
  quote?: FillValues["quote"];
  language: Language | null;
}

export function fillOf(
  { member, memberships, contact, quote = null, language }: Known,
): FillValues {
  const company = memberships.find(({ companyId }) => companyId === member.companyId);
  return {
    contact,
    company: company?.name ?? "",
    member: member.name ?? member.email,
    quote,
    language,
  };
}
