import * as z from "zod";
import { saleList, saleRecord } from "@/lib/sales/sale.ts";
import { listSales } from "@/lib/sales/sales.ts";
import { asMember } from "@/lib/web/doors.ts";
import { endpoint } from "@/lib/web/endpoint.ts";
import { list } from "@/lib/web/envelope.ts";
import { listMeta, type ListQuery, listSchema } from "@/lib/web/list.ts";

export const handler = endpoint({
  GET: asMember({
    summary: "Sales, the latest first",
    query: listSchema(saleList),
    returns: z.array(saleRecord),
    meta: listMeta,
    run: async ({ trx, member, query }) => {
      const { records, meta } = await listSales(trx, member, query as ListQuery);
      return list(records, meta);
    },
  }),
});
