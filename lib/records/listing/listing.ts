import type { Db } from "@/lib/db/connection.ts";
import type { ListQuery } from "@/lib/input/list.ts";
import { type Reader, type Reading, readPage } from "@/lib/records/lists.ts";

/** What a list reads, and how it shows a row. */
export interface Listing<Row = unknown, Shown = unknown> extends Reading<Row> {
  show(row: Row): Shown;
}

/** A page of a list, as the API shows it. */
export async function listRecords<Row, Shown>(
  db: Db,
  reader: Reader,
  asked: ListQuery,
  listing: Listing<Row, Shown>,
) {
  const { rows, meta } = await readPage(db, reader, asked, listing);
  return { records: rows.map((row) => listing.show(row)), meta };
}
