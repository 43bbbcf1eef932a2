import * as z from "zod";
import { asPublic } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { markSame } from "@/lib/http/serving/kept_answers.ts";
import { runningBuild } from "@/lib/tools/build.ts";
import { version } from "@/lib/tools/version.ts";

export const handler = endpoint({
  GET: asPublic({
    summary: "Whether the process is up",
    description: "It asks neither database nor queue, as `/readyz` does.",
    returns: z.object({
      status: z.literal("up").meta({ description: "Whether the process serves calls." }),
      version: z.string().meta({
        description: "Counts the releases: that of the running one.",
      }),
      build: z.string().nullable().meta({
        description: "Digest of the sources that the running build is made of, in 40 hex digits: " +
          "two builds of the same have the same. Null where it runs from its sources.",
      }),
    }),
    run: ({ req }) => {
      markSame(req);
      return { status: "up", version, build: runningBuild() };
    },
  }),
});
