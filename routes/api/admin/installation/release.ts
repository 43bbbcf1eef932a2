import * as z from "zod";
import { endpoint } from "@/lib/http/endpoint.ts";
import { asOperator } from "@/lib/http/members/as_operator.ts";
import { noteHolding } from "@/lib/service/hold/holding.ts";
import { heldRecord, hostName, requireHost } from "@/lib/service/hold/by_operator.ts";
import { pendingKinds } from "@/lib/service/hold/pending.ts";
import { releaseChoices, releaseInstallation } from "@/lib/service/hold/release.ts";

export const handler = endpoint({
  POST: asOperator({
    summary: "Release the installation",
    description: "As `deno task release`. For the operator alone; 404 for everybody else.",
    body: z.strictObject({
      host: hostName,
      owed: z.enum(releaseChoices).meta({
        description: "What becomes of what waited before. `keep`: messages to people become " +
          "uncertain, and pushes, reminders, mornings and fallbacks that have passed are left " +
          "out; callbacks and programs' messages go. `send`: everything goes.",
      }),
    }),
    returns: heldRecord.extend({
      unsent: z.partialRecord(z.enum(pendingKinds), z.int()).meta({
        description: "How many of each kind do not leave.",
      }),
    }),
    async run({ body: { host, owed }, services: { announce, config, database, hold } }) {
      requireHost(host, config);
      const unsent = await releaseInstallation(database.db, owed, announce) ?? {};
      await noteHolding(hold, database.db);
      return { held: hold.holding, unsent };
    },
  }),
});
