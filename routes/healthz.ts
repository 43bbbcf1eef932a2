import * as z from "zod";
import { asPublic } from "@/lib/http/doors.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { markSame } from "@/lib/http/serving/kept_answers.ts";
import { version } from "@/lib/version.ts";

export const handler = endpoint({
  GET: asPublic({
    summary: "Whether the process is up",
    description: "It asks neither database nor queue, as `/readyz` does.",
    returns: z.object({ status: z.literal("up"), version: z.string() }),
    run: ({ req }) => {
      markSame(req);
      return { status: "up", version };
    },
  }),
});
