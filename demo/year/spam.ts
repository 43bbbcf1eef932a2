import { spamScores } from "@/lib/crm/contacts/contact.ts";
import { norms } from "@/lib/crm/contacts/normalise.ts";
import type { Book } from "./book.ts";
import { happen } from "./book.ts";
import { planContact } from "./contacts.ts";
import { workerAt } from "./staff.ts";

/** Plans spam: some caught by the form's honeypot, some marked by a person. */
export function planSpam(book: Book, count: number): void {
  const { random, clock, trade } = book;
  for (let at = 0; at < count; at++) {
    const arrived = 0.4 + at * 17 + random.real() * 9;
    const { name, subject, message } = trade.words.spam[at % trade.words.spam.length]!;
    const contact = planContact(book, {
      arrived,
      project: trade.projects[0]!,
      assignee: null,
      english: true,
    });
    const email = `offers${random.int(100, 999)}@bulk.example`;
    const caught = at % 2 === 0;
    Object.assign(contact.row, { name, subject, message, phone: null, phone_e164: null });
    Object.assign(contact.row, { email, ...norms({ email }), tags: [], organization: null });
    Object.assign(contact.row, { is_spam: true, source_url: null, marketing_consent: false });
    Object.assign(contact.row, {
      channel_contact_id: caught ? null : `${at}.${email}`,
      spam_score: caught ? spamScores.suspected : spamScores.byPerson,
    });
    const first = book.messages.at(-1)!;
    Object.assign(first.row, { body: message });
    Object.assign(first.row.meta as object, {
      sender: { name, email, phone: null, organization: null, subject },
      source_url: null,
      ...(caught ? { trap: "honeypot", honeypot: "https://bulk.example" } : {}),
    });
    if (caught) continue;
    happen(book, {
      at: clock.ago(arrived * 0.8),
      verb: "marked_spam",
      by: workerAt(book.staff, random, arrived * 0.8),
      kind: "contact",
      record: contact,
      changes: () => ({ is_spam: [false, true] }),
    });
  }
}
