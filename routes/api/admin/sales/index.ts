import * as z from "zod";
import { saleList, saleRecord } from "@/lib/sales/sales/sale.ts";
import { listSales } from "@/lib/sales/sales/sales.ts";
import { endingWithRead } from "@/lib/db/pool/departure.ts";
import { asMember } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { list } from "@/lib/http/envelope.ts";
import { listMeta, type ListQuery, listSchema } from "@/lib/input/list.ts";

export const handler = endpoint({
  GET: asMember({
    summary: "Sales, the latest first",
    description: "Cancelled ones are among them: `status=active` leaves them out.",
    query: listSchema(saleList),
    returns: z.array(saleRecord),
    meta: listMeta,
    run: async ({ trx, member, query }) => {
      const { records, meta } = await listSales(endingWithRead(trx), member, query as ListQuery);
      return list(records, meta);
    },
  }),
});
