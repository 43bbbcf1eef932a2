import type { PageCall } from "@/lib/http/pages.ts";
import { metaOf, type PageQuery } from "@/lib/input/list.ts";
import { viewOf } from "@/lib/panel/list/list_view.ts";

interface Read<Row> {
  asked: PageQuery;
  ignored: string[];
  found: { records: Row[]; total: number };
}

/** Rows of a list's page and the data around them. */
export function listData<Row>(call: PageCall, { asked, ignored, found }: Read<Row>) {
  const { member, url } = call;
  return {
    rows: found.records,
    meta: metaOf(asked, found.total),
    ignored,
    view: viewOf(url, member.companyId, ignored),
  };
}
