import { listTemplates as listOfNumber } from "@/lib/channels/meta/templates/templates.ts";
import { readSenders } from "@/lib/crm/contacts/conversation/senders.ts";
import { findReachable, type PhoneMember } from "@/lib/crm/conversations/reach.ts";
import { nameOfMember } from "@/lib/crm/contacts/messages.ts";
import { listTemplates } from "@/lib/crm/templates/templates.ts";
import { fillTemplate, variablesIn } from "@/lib/crm/templates/variables.ts";
import type { Trx } from "@/lib/db/connection.ts";
import { problem } from "@/lib/input/errors.ts";
import { firstValues, suggestions } from "@/lib/values/app_template.ts";

/** Filled with what is known, in their language first. @throws Problem not_found */
export async function listFilledTemplates(trx: Trx, member: PhoneMember, contactId: number) {
  const { contact, company, member: name, language } = await readValues(trx, member, contactId);
  const values = { "contact.name": contact, "company.name": company, "member.name": name };
  const templates = await listTemplates(trx, member);
  return templates.sort(byLanguage(language)).map(({ id, name, language, body }) => {
    const filled = fillTemplate(body, values);
    return { id, name, language, body: filled, unfilled: variablesIn(filled) };
  });
}

/** Those of a number that reaches the person, filled alike. @throws Problem not_found */
export async function listAppTemplates(
  trx: Trx,
  member: PhoneMember,
  { contactId, accountId }: { contactId: number; accountId: number },
) {
  const { id, language, ...known } = await readValues(trx, member, contactId);
  const { accounts } = await readSenders(trx, member, { contactId: id });
  if (!accounts.some((one) => one.id === accountId)) throw problem("not_found");
  const values = { ...known, quote: null };
  const templates = await listOfNumber(trx, member, accountId);
  return {
    templates: templates.sort(byLanguage(language)).map((template) => ({
      ...template,
      values: firstValues(template, values, ""),
    })),
    suggestions: suggestions(values),
  };
}

async function readValues(trx: Trx, member: PhoneMember, contactId: number) {
  const { companyId } = member;
  const [id] = await findReachable(trx, member, contactId) as [number];
  const contact = await trx.selectFrom("contacts").select(["name", "language"])
    .where("company_id", "=", companyId).where("id", "=", id).executeTakeFirstOrThrow();
  const company = await trx.selectFrom("companies").select("name").where("id", "=", companyId)
    .executeTakeFirstOrThrow();
  return {
    ...{ id, language: contact.language, contact: contact.name, company: company.name },
    member: await nameOfMember(trx, member),
  };
}

function byLanguage(language: string | null) {
  const rank = (one: { language: string }) =>
    Number(language !== null && one.language.slice(0, 2) !== language);
  return (a: { language: string }, b: { language: string }) => rank(a) - rank(b);
}
