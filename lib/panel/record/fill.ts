import type { Member, Membership } from "@/lib/access/members.ts";
import type { Language } from "@/lib/words/language.ts";

/** Values of the variables of reply templates on a page; null if unknown. */
export interface FillValues {
  contact: string | null;
  company: string;
  member: string;
  /** Of a draft there is no link yet. */
  quote: { id: number; number: string | null; isDraft: boolean } | null;
  /** Language of the recipient: templates in it come first. */
  language: Language | null;
}

interface Known {
  member: Member;
  memberships: readonly Membership[];
  contact: string | null;
  /** The quotation that the message is about. */
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
