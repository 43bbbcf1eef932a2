import { findReachable, type PhoneMember } from "@/lib/crm/conversations/reach.ts";
import { nameOfMember } from "@/lib/crm/contacts/messages.ts";
import { listTemplates } from "@/lib/crm/templates/templates.ts";
import { fillTemplate, variablesIn } from "@/lib/crm/templates/variables.ts";
import type { Trx } from "@/lib/db/connection.ts";

/** Filled with what is known, in the person's language first. @throws Problem not_found */
export async function listFilledTemplates(trx: Trx, member: PhoneMember, contactId: number) {
  const { companyId } = member;
  const [id] = await findReachable(trx, member, contactId) as [number];
  const contact = await trx.selectFrom("contacts").select(["name", "language"])
    .where("company_id", "=", companyId).where("id", "=", id).executeTakeFirstOrThrow();
  const company = await trx.selectFrom("companies").select("name").where("id", "=", companyId)
    .executeTakeFirstOrThrow();
  const values = {
    "contact.name": contact.name,
    "company.name": company.name,
    "member.name": await nameOfMember(trx, member),
  };
  const templates = await listTemplates(trx, member);
  const isOther = ({ language }: { language: string }) =>
    Number(contact.language !== null && language !== contact.language);
  return templates.sort((a, b) => isOther(a) - isOther(b)).map(({ id, name, language, body }) => {
    const filled = fillTemplate(body, values);
    return { id, name, language, body: filled, unfilled: variablesIn(filled) };
  });
}
