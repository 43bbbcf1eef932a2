import { sql } from "kysely";
import * as z from "zod";
import { asPublic } from "@/lib/http/doors.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { problem } from "@/lib/input/errors.ts";

const patienceMs = 2_000;

export const handler = endpoint({
  GET: asPublic({
    summary: "Whether the database and the queue answer",
    returns: z.object({ database: z.literal("ready"), queue: z.literal("ready") }),
    errors: ["database_unavailable"],
    run: async ({ services }) => {
      const timeout = new Promise<false>((resolve) => {
        Deno.unrefTimer(setTimeout(() => resolve(false), patienceMs));
      });
      const answered = Promise.all([
        sql`select 1`.execute(services.database.db).then(() => true, () => false),
        services.queueReady(),
      ]).then((both) => both.every(Boolean));
      if (!await Promise.race([answered, timeout])) throw problem("database_unavailable");
      return { database: "ready", queue: "ready" };
    },
  }),
});
