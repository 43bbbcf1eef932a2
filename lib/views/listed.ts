import { clientList } from "@/lib/crm/clients/client.ts";
import { clientListing } from "@/lib/crm/clients/clients.ts";
import { clientFields } from "@/lib/crm/clients/fields.ts";
import { contactList } from "@/lib/crm/contacts/contact.ts";
import { contactListing } from "@/lib/crm/contacts/contacts.ts";
import { contactFields } from "@/lib/crm/contacts/fields.ts";
import { opportunityFields } from "@/lib/crm/opportunities/fields.ts";
import { opportunityListing } from "@/lib/crm/opportunities/opportunities.ts";
import { opportunityList } from "@/lib/crm/opportunities/opportunity.ts";
import { taskFields } from "@/lib/crm/tasks/fields.ts";
import { taskList } from "@/lib/crm/tasks/task.ts";
import { taskListing } from "@/lib/crm/tasks/tasks.ts";
import type { Db } from "@/lib/db/connection.ts";
import { type ListQuery, listSchema, type ListSpec } from "@/lib/input/list.ts";
import type { FieldTable } from "@/lib/records/fields/field.ts";
import type { Listing } from "@/lib/records/listing/listing.ts";
import type { Reader } from "@/lib/records/lists.ts";
import { productFields } from "@/lib/sales/products/fields.ts";
import { productList } from "@/lib/sales/products/product.ts";
import { productListing } from "@/lib/sales/products/products.ts";
import { quoteFields } from "@/lib/sales/quotes/fields.ts";
import { quoteList } from "@/lib/sales/quotes/quote.ts";
import { quoteListing } from "@/lib/sales/quotes/quotes.ts";
import { saleFields } from "@/lib/sales/sales/fields.ts";
import { saleList } from "@/lib/sales/sales/sale.ts";
import { saleListing } from "@/lib/sales/sales/sales.ts";

export type ListedRow = Record<string, unknown>;

interface Asking {
  query: ListQuery;
  reader: Reader;
  now: Date;
}

interface Listed {
  /** Section as in addresses: `/api/admin/<section>`. */
  section: string;
  spec: ListSpec;
  fields: FieldTable;
  // deno-lint-ignore no-explicit-any -- each list has rows of its own
  listing: (db: Db, asking: Asking) => Listing<any, ListedRow>;
}

const nouns = {
  contact: {
    section: "contacts",
    spec: contactList,
    fields: contactFields,
    listing: (db, { query, now }) => contactListing(db, query, now),
  },
  client: {
    section: "clients",
    spec: clientList,
    fields: clientFields,
    listing: (db) => clientListing(db),
  },
  opportunity: {
    section: "opportunities",
    spec: opportunityList,
    fields: opportunityFields,
    listing: (db, { query, now }) => opportunityListing(db, query, now),
  },
  quote: {
    section: "quotes",
    spec: quoteList,
    fields: quoteFields,
    listing: (db, { query, reader, now }) => quoteListing(db, reader, query, now),
  },
  sale: {
    section: "sales",
    spec: saleList,
    fields: saleFields,
    listing: (db, { query }) => saleListing(db, query),
  },
  task: {
    section: "tasks",
    spec: taskList,
    fields: taskFields,
    listing: (db, { query, reader, now }) => taskListing(db, reader, query, now),
  },
  product: {
    section: "products",
    spec: productList,
    fields: productFields,
    listing: (db) => productListing(db),
  },
} as const satisfies Record<string, Listed>;

export type ListedNoun = keyof typeof nouns;
export type Section = (typeof nouns)[ListedNoun]["section"];

/** The nouns whose lists have saved views, files, sheets and counted filters. */
export const listed: Record<ListedNoun, Listed & { section: Section }> = nouns;
export const listedNouns = Object.keys(nouns) as ListedNoun[];

export const listSchemas = Object.fromEntries(
  Object.entries(listed).map(([noun, { spec }]) => [noun, listSchema(spec)]),
) as Record<ListedNoun, ReturnType<typeof listSchema>>;
