import type { TimeFormat } from "@/lib/values/dates.ts";
import { listPeople } from "@/lib/access/people.ts";
import type { Member } from "@/lib/access/members.ts";
import type { Trx } from "@/lib/db/connection.ts";
import type { PageCall } from "@/lib/http/pages.ts";
import type { ListQuery } from "@/lib/input/list.ts";
import { readListQuery } from "@/lib/input/list_reading.ts";
import { writePlainAmounts } from "@/lib/panel/list/amounts.ts";
import { listExcel } from "@/lib/panel/list/list_sheets.ts";
import { readSavedView, viewParams } from "@/lib/panel/list/views/saved_view.ts";
import { listed, type ListedNoun, listSchemas } from "@/lib/views/listed.ts";
import { viewOf } from "@/lib/panel/list/list_view.ts";
import { nameChosen } from "@/lib/records/listing/chosen.ts";

interface Listed<Row, Meta> {
  records: Row[];
  meta: Meta;
}

type Lister = (...args: never[]) => Promise<Listed<unknown, unknown>>;

/** A row of what a domain's function for a list gives. */
export type RowOf<List extends Lister> = Awaited<ReturnType<List>>["records"][number];

/** Data of the page of such a list. */
export type ListPageData<List extends Lister> = Awaited<
  ReturnType<typeof readListPage<RowOf<List>, Awaited<ReturnType<List>>["meta"]>>
>;

/** How a list's cells are written. */
export interface Setting extends TimeFormat {
  currency: string;
}

/** Nouns whose page shows a board unless the address asks for the list. */
export const boarded: ListedNoun[] = ["opportunity", "task"];

/**
 * Reads a list as its address and the saved view in it ask for. What they say wrongly is left out
 * and named.
 * @param list the domain's function for the list
 */
export async function readListPage<Row, Meta>(
  call: PageCall,
  noun: ListedNoun,
  list: (trx: Trx, member: Member, query: ListQuery, now: Date) => Promise<Listed<Row, Meta>>,
) {
  const { trx, member, now } = call;
  const { address, saved, ...unknown } = await readSavedView(
    trx,
    member,
    call.url,
    listed[noun].section,
  );
  if (boarded.includes(noun) && !address.searchParams.has("view")) {
    address.searchParams.set("view", "list");
  }
  writePlainAmounts(address, listSchemas[noun], call.language);
  const { asked, ignored } = readListQuery(listSchemas[noun], address.searchParams, viewParams);
  const { records, meta } = await list(trx, member, asked, now);
  const view = { ...viewOf(address, member.companyId, ignored), saved };
  return {
    currency: member.currency,
    asked,
    rows: records,
    meta,
    ignored: [...unknown.ignored, ...ignored],
    people: await listPeople(trx, member),
    chosen: await nameChosen(trx, member, asked),
    view,
    excel: listExcel(call, noun, view),
  };
}
