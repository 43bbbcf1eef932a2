import { listPeople } from "@/lib/access/people.ts";
import { candidatesFor } from "@/lib/crm/clients/candidates.ts";
import { findContact } from "@/lib/crm/contacts/contacts.ts";
import { normalisePhone } from "@/lib/crm/contacts/normalise.ts";
import { readAround } from "@/lib/crm/contacts/conversation/around.ts";
import { topicOf } from "@/lib/crm/contacts/conversation/topic.ts";
import { readThread } from "@/lib/crm/contacts/threads.ts";
import type { PageCall } from "@/lib/http/pages.ts";
import { offeredValues } from "@/lib/panel/contacts/offered_values.ts";
import { type ContactOpportunities, readContactWork } from "@/lib/figures/next_steps.ts";
import { arrivedFrom } from "@/lib/panel/record/elsewhere.ts";
import { fillOf } from "@/lib/panel/record/fill.ts";
import { contactTitle } from "@/lib/panel/contacts/contact_title.ts";
import { recordId } from "@/lib/panel/record/record_id.ts";
import type { ContactState, Likely } from "@/lib/panel/contacts/page_state.ts";
import { readCombined } from "@/lib/records/combined.ts";

/** Entries of a thread that a page shows at first, and at most. */
const limits = { first: 100, most: 2000 };

/** Reads what the page of a contact shows. @throws Problem not_found */
export async function readContactPage(call: PageCall) {
  const { trx, member, memberships, params, url, language, now } = call;
  const contact = await findContact(trx, member, recordId(params));
  const title = contactTitle(contact, language);
  const likely = contact.converted_client ? [] : await candidatesFor(trx, member, contact);
  const isWhole = url.searchParams.get("thread") === "whole";
  const withParam = (name: string, value: string) => {
    const other = new URL(url);
    other.searchParams.set(name, value);
    return other.pathname + other.search;
  };
  // Before the thread, which then shows every message up to the newest.
  const { last, ...around } = await readAround(trx, member, contact);
  const thread = await readThread(trx, { ...member, language }, contact.id, {
    most: isWhole ? limits.most : limits.first,
    whole: messageIn(url),
  });
  const work = await readContactWork(trx, member, contact.id, now);
  const combined = await readCombined(trx, member, "contact", contact.id);
  return {
    contact,
    title,
    state: stateOf(contact, { title, topic: topicOf(last, contact) }, likely),
    thread,
    offered: offeredValues(thread.entries, contact),
    whole: withParam("thread", "whole"),
    wholeOf: (id: number) => `${withParam("message", String(id))}#message-${id}`,
    people: await listPeople(trx, member),
    likely,
    ...work,
    ...around,
    fill: fillOf({
      member,
      memberships,
      contact: contact.name,
      quote: quoteOf(work.made),
      language: contact.language,
    }),
    combined,
    arrived: arrivedFrom(url, combined.merged),
    whatsapp: normalisePhone(contact.phone)?.replace("+", "") ?? null,
    member: { companyId: member.companyId, userId: member.userId, currency: member.currency },
  };
}

/** The message that the address asks for with all of its letters. */
function messageIn({ searchParams }: URL): number | undefined {
  const id = searchParams.get("message") ?? "";
  return /^\d{1,9}$/.test(id) ? Number(id) : undefined;
}

/** The newest quotation, for templates. */
function quoteOf(sales: ContactOpportunities) {
  const sale = sales.find(({ quote_id }) => quote_id !== null);
  if (!sale) return null;
  const { quote_id: id, quote_number: number, quote_status: status } = sale;
  return { id: id!, number, isDraft: status === "draft" };
}

type Contact = Awaited<ReturnType<typeof findContact>>;

function stateOf(
  contact: Contact,
  { title, topic }: { title: string; topic: string | null },
  likely: Likely[],
): ContactState {
  const { status, is_spam, held, converted_client_id, assignee } = contact;
  const { organization, name, email, phone } = contact;
  return {
    status,
    isSpam: is_spam,
    isHeld: held,
    isConverted: converted_client_id !== null,
    assignee,
    conversion: {
      likely,
      client: {
        kind: organization ? "company" : "person",
        name: organization ?? name ?? title,
        email: email ?? "",
        phone: phone ?? "",
        tax_id: "",
      },
      title: topic ?? title,
    },
  };
}
