import * as z from "zod";
import { asPublic } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { markSame } from "@/lib/http/serving/kept_answers.ts";
import { version } from "@/lib/tools/version.ts";

export const handler = endpoint({
  GET: asPublic({
    summary: "Whether the process is up",
    description: "It asks neither database nor queue, as `/readyz` does.",
    returns: z.object({
      status: z.literal("up").meta({ description: "Whether the process serves calls." }),
      version: z.string().meta({
        description: "Counts the changes. Send it back with a change to be told of a stale copy.",
      }),
    }),
    run: ({ req }) => {
      markSame(req);
      return { status: "up", version };
    },
  }),
});
