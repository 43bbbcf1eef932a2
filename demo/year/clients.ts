import { norms } from "@/lib/crm/contacts/normalise.ts";
import { type Book, type Client, type Contact, happen, idOf, stamped } from "./book.ts";
import { addressOf, domainOf, type Person } from "./names.ts";
import { type Employee, workerAt } from "./staff.ts";
import { cifOf, nifOf } from "./tax_ids.ts";

/** Converts a contact into a client. */
export function convert(
  book: Book,
  contact: Contact,
  { daysAgo, by, existing }: { daysAgo: number; by: Employee; existing?: Client },
): Client {
  const at = book.clock.ago(daysAgo);
  const client = existing ?? planClient(book, {
    daysAgo,
    by,
    business: contact.business,
    person: {
      name: contact.row.name!,
      email: contact.row.email ?? null,
      phone: contact.row.phone ?? null,
    },
    place: contact.place,
    contact,
  });
  const before = contact.row.status!;
  Object.assign(contact.row, { status: "read", converted_at: at, converted_by: by.userId });
  contact.client = client;
  contact.row.assignee_id ??= by.userId;
  happen(book, {
    at,
    verb: "converted",
    by,
    kind: "contact",
    record: contact,
    client,
    changes: () => ({
      ...(before === "read" ? {} : { status: [before, "read"] as [unknown, unknown] }),
      converted_client_id: [null, client.id],
      converted_at: [null, at.toISOString()],
      converted_by: [null, by.userId],
    }),
  });
  return client;
}

/** A client who was there before contacts were recorded. */
export function planOldClient(
  book: Book,
  business: string | null,
  daysAgo = 366 + book.random.int(5, 200),
): Client {
  const { random, people } = book;
  const person = people.next();
  const by = workerAt(book.staff, random, daysAgo);
  return planClient(book, { daysAgo, by, business, person, place: person.place, contact: null });
}

interface ClientPlan {
  daysAgo: number;
  by: Employee;
  business: string | null;
  person: Pick<Person, "name"> & { email: string | null; phone: string | null };
  place: string;
  contact: Contact | null;
}

function planClient(
  book: Book,
  { daysAgo, by, business, person, place, contact }: ClientPlan,
): Client {
  const { random, clock } = book;
  const at = clock.ago(daysAgo);
  const serial = book.clients.length * 37 + book.trade.companyId * 5_000 + 11;
  const name = business ?? person.name;
  const email = person.email ?? (business && `info@${domainOf(business)}`);
  const reach = { email, phone: person.phone };
  const client: Client = {
    id: 0,
    place: business ?? place,
    row: {
      ...stamped(at, by),
      kind: business ? "company" : "person",
      name,
      legal_name: business && !business.startsWith("Comunidad") ? `${business}, S. L.` : null,
      tax_id: random.is(0.86) ? business ? cifOf(serial) : nifOf(serial) : null,
      ...reach,
      ...norms(reach),
      website: business && random.is(0.5) ? `https://www.${domainOf(business)}` : null,
      ...addressOf(random),
      country: "ES",
      language: contact?.row.language ?? "es",
      payment_terms_days: business ? random.pick([0, 15, 30, 30, 60]) : 0,
      payment_method: business ? "transfer" : "card",
      notes: null,
      source_channel: contact?.row.channel ?? null,
      marketing_consent: contact?.row.marketing_consent ?? false,
      tags: random.is(0.22) ? [random.pick(book.trade.words.tags)] : [],
      assignee_id: contact?.row.assignee_id ?? idOf(random.is(0.3) ? null : by),
    },
    refs: () => ({ source_contact_id: contact?.id ?? null }),
  };
  book.clients.push(client);
  happen(book, { at, verb: "created", by, kind: "client", record: client, client });
  return client;
}
