import type { Db } from "@/lib/db/connection.ts";
import type { ListQuery } from "@/lib/input/list.ts";
import { listValues, type ValuesAsked } from "@/lib/records/listing/values.ts";
import type { Reader } from "@/lib/records/lists.ts";
import { currentTime } from "@/lib/tools/clock.ts";
import { listed, type ListedNoun } from "@/lib/views/listed.ts";

/** The values of one filter of a noun's list, with their counts; 50 at most. */
export async function readValues(
  db: Db,
  reader: Reader,
  noun: ListedNoun,
  { of, like, ...query }: ListQuery & ValuesAsked,
  now = currentTime(),
) {
  const wanted = { ...query, [of]: undefined };
  const listing = listed[noun].listing(db, { query: wanted, reader, now });
  return await listValues(db, reader, wanted, listing, { of, like });
}
