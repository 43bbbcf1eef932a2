import * as z from "zod";
import { asPublic } from "@/lib/http/doors.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { problem } from "@/lib/input/errors.ts";
import { findStuck } from "@/lib/readiness.ts";

export const handler = endpoint({
  GET: asPublic({
    summary: "Whether the database and the queue answer",
    description: "Within 3 s. `details.stuck` names what does not get on: `database`, `listener` " +
      "(what other instances tell), `queue`, `sends`, `callbacks`, `pushes`.",
    returns: z.object({ database: z.literal("ready"), queue: z.literal("ready") }),
    errors: ["database_unavailable"],
    run: async ({ services }) => {
      const stuck = await findStuck(services);
      if (stuck.length > 0) throw problem("database_unavailable", { details: { stuck } });
      return { database: "ready", queue: "ready" };
    },
  }),
});
