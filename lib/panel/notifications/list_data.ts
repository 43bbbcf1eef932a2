import type { PageCall } from "@/lib/http/pages.ts";
import { metaOf, type PageQuery } from "@/lib/input/list.ts";
import { viewOf } from "@/lib/panel/list/list_view.ts";

interface Read<Row> {
  query: PageQuery;
  ignored: string[];
  page: { records: Row[]; total: number };
}

/** Rows of a list's page and the data around them. */
export function listData<Row>(call: PageCall, { query, ignored, page }: Read<Row>) {
  const { member, url } = call;
  return {
    rows: page.records,
    meta: metaOf(query, page.total),
    ignored,
    view: viewOf(url, member.companyId, ignored),
  };
}
