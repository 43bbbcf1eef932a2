import * as z from "zod";
import { devicesQuery, listedDevice } from "@/lib/access/device.ts";
import { findDevicePage } from "@/lib/access/devices.ts";
import { asMember } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { list } from "@/lib/http/envelope.ts";
import { listMeta, metaOf } from "@/lib/input/list.ts";

export const handler = endpoint({
  GET: asMember({
    summary: "The phones that are paired, newest first",
    description:
      "Those of members, and those of your programs' users. What was unpaired is left out.",
    query: devicesQuery,
    returns: z.array(listedDevice),
    meta: listMeta,
    run: async ({ trx, member, query }) => {
      const { records, total } = await findDevicePage(trx, member, query);
      return list(records, metaOf(query, total));
    },
  }),
});
