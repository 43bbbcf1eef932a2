import { listPeople } from "@/lib/access/people.ts";
import type { Member } from "@/lib/access/members.ts";
import type { Trx } from "@/lib/db/connection.ts";
import type { PageCall } from "@/lib/http/pages.ts";
import type { ListQuery } from "@/lib/input/list.ts";
import { readListQuery } from "@/lib/input/list_reading.ts";
import { listExcel, type WorkbookNoun } from "@/lib/pages/reports/list_sheets.ts";
import { viewOf } from "@/lib/panel/list_view.ts";

type Schema = Parameters<typeof readListQuery>[0];

interface Listed<Row, Meta> {
  records: Row[];
  meta: Meta;
}

/** What every page of the panel tells its markup of the person and the moment. */
export function readSetting({ member, language, now }: PageCall) {
  const { companyId, currency, timezone } = member;
  return { companyId, currency, format: { language, timeZone: timezone, now } };
}

/**
 * Reads a list as its address asks for it. What the address says wrongly is left out and named.
 * @param list the domain's function for the list
 * @param noun what its workbook is of
 */
export async function readListPage<Row, Meta>(
  call: PageCall,
  schema: Schema,
  list: (trx: Trx, member: Member, asked: ListQuery, now: Date) => Promise<Listed<Row, Meta>>,
  noun: WorkbookNoun,
) {
  const { trx, member, url, now } = call;
  const { asked, ignored } = readListQuery(schema, url.searchParams, ["view"]);
  const { records, meta } = await list(trx, member, asked, now);
  const view = viewOf(url, member.companyId, ignored);
  return {
    ...readSetting(call),
    asked,
    rows: records,
    meta,
    ignored,
    people: await listPeople(trx, member),
    view,
    excel: listExcel(call, noun, view),
  };
}
