import { clientListing } from "@/lib/crm/clients/clients.ts";
import { contactListing } from "@/lib/crm/contacts/contacts.ts";
import { opportunityListing } from "@/lib/crm/opportunities/opportunities.ts";
import { taskListing } from "@/lib/crm/tasks/tasks.ts";
import { dayIn } from "@/lib/dates.ts";
import type { Db } from "@/lib/db/connection.ts";
import type { ListQuery } from "@/lib/input/list.ts";
import type { Listing } from "@/lib/records/listing/listing.ts";
import type { Reader } from "@/lib/records/lists.ts";
import type { ExportedNoun } from "@/lib/views/exports/columns.ts";
import { productListing } from "@/lib/sales/products/products.ts";
import { quoteListing } from "@/lib/sales/quotes/quotes.ts";
import { saleListing } from "@/lib/sales/sales/sales.ts";

export type Shown = Record<string, unknown>;

interface Asking {
  asked: ListQuery;
  reader: Reader;
  now: Date;
}

/** Listing of each noun. */
// deno-lint-ignore no-explicit-any -- each list has rows of its own
export const listings: Record<ExportedNoun, (db: Db, asking: Asking) => Listing<any, Shown>> = {
  contact: (db, { asked, now }) => contactListing(db, asked, now),
  client: (db) => clientListing(db),
  opportunity: (db, { asked, now }) => opportunityListing(db, asked, now),
  quote: (db, { asked, reader, now }) => quoteListing(db, asked, dayIn(reader.timezone, now)),
  sale: (db, { asked }) => saleListing(db, asked),
  product: (db) => productListing(db),
  task: (db, { asked, reader, now }) => taskListing(db, reader, asked, now),
};
