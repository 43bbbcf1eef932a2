import * as z from "zod";
import { asPublic } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { problem } from "@/lib/input/errors.ts";
import { machineWarnings } from "@/lib/status/machine_watch.ts";
import { findStuck } from "@/lib/service/readiness.ts";

const openTransaction = z.object({
  pid: z.int().nullable().describe("The server's process; null for a prepared transaction."),
  seconds: z.int().describe("For at least how long it has been open."),
});

export const handler = endpoint({
  GET: asPublic({
    summary: "Whether the database and the queue answer",
    description:
      "Within 3 s. `details.stuck` names what does not get on: `database`, `disk` (the database " +
      "has no room to write; reading goes on), `schema` (a later version took away what this one " +
      "needs: update it), `listener` (what other instances tell), `queue`, " +
      "`sends`, `callbacks`, `pushes`; `draining`, at once, of a process that was asked to stop: " +
      "it serves on for a while, and what comes now should go to another.",
    returns: z.object({
      database: z.literal("ready").meta({ description: "Whether the database answers." }),
      queue: z.literal("ready").meta({ description: "Whether the queue takes work." }),
      warnings: z.array(
        z.enum(["anonymous_limit_off", "installation_held", "schema_newer", ...machineWarnings])
          .meta({ description: "What does not work as it should." }),
      ).describe(
        "What works, but not as it should: `anonymous_limit_off`, callers come from a private " +
          "address and `CLIENT_IP_HEADER` is not set, so calls without a credential have " +
          "no limit; `installation_held`, nothing leaves the installation and nothing is fetched " +
          "until its operator releases it; `schema_newer`, a later version has changed the " +
          "schema, and this one goes on with it; `backup_old`, the newest back-up is older than " +
          "`BACKUP_MAX_AGE_HOURS`; `clock_skewed`, this machine's clock differs from the " +
          "database's by more than 2 s, or a back-up is dated in the future.",
      ),
      openTransactions: z.array(openTransaction).describe(
        "Transactions of the Postgres server that wrote more than a minute ago and have not " +
          "ended, the ten oldest. They make nobody unready; the log says whose they are.",
      ),
    }),
    errors: ["database_unavailable"],
    run: async ({ services }) => {
      const stuck = await findStuck(services);
      if (stuck.length > 0) throw problem("database_unavailable", { details: { stuck } });
      const openTransactions = services.openTransactions.old.slice(0, 10)
        .map(({ pid, seconds }) => ({ pid, seconds }));
      const warnings = [
        ...services.anonymousLimit.isBlind ? ["anonymous_limit_off"] : [],
        ...services.hold.isHeld ? ["installation_held"] : [],
        ...services.schema.isNewer ? ["schema_newer"] : [],
        ...services.machine.warnings,
      ];
      return { database: "ready", queue: "ready", warnings, openTransactions };
    },
  }),
});
