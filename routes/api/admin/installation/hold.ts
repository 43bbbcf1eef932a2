import * as z from "zod";
import { transact } from "@/lib/db/transaction.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { asOperator } from "@/lib/http/members/as_operator.ts";
import { optionalLine } from "@/lib/input/fields.ts";
import { holdInstallation, noteHolding } from "@/lib/service/hold/holding.ts";
import { heldRecord, hostName, requireHost } from "@/lib/service/hold/by_operator.ts";

export const handler = endpoint({
  POST: asOperator({
    summary: "Hold the installation: nothing leaves it any more, and nothing is fetched",
    description: "As `deno task hold`. One that is held already stays so since then, and for the " +
      "same reason. For the operator alone; 404 for everybody else.",
    body: z.strictObject({
      host: hostName,
      reason: optionalLine(300).optional().meta({
        description: "For the people who see the banner; `asked` unless told.",
      }),
    }),
    returns: heldRecord,
    async run({ body: { host, reason }, services: { config, database, hold } }) {
      requireHost(host, config);
      await transact(database.db, (trx) => holdInstallation(trx, reason ?? "asked"));
      await noteHolding(hold, database.db);
      return { held: hold.holding };
    },
  }),
});
