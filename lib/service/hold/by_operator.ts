import * as z from "zod";
import { problem } from "@/lib/input/errors.ts";
import { holdWords } from "@/lib/words/hold.ts";

export const heldRecord = z.object({
  held: z.object({
    since: z.iso.datetime().meta({ description: "Instant from which on nothing leaves." }),
    reason: z.string().meta({ description: "As `held` of `GET /api/admin/me` has it." }),
  }).nullable().meta({
    description: "Where the process is held; after a release by `HELD` alone.",
  }),
});

export const hostName = z.string().max(300).meta({
  description: "Host of `PUBLIC_URL`, typed by the person who means this installation.",
});

export const hostOf = ({ publicUrl }: { publicUrl: string }): string => new URL(publicUrl).host;

/** @throws Problem validation_failed (`host`) */
export function requireHost(typed: string, config: { publicUrl: string }): void {
  const host = hostOf(config);
  if (typed.trim().toLowerCase() === host) return;
  throw problem("validation_failed", { fields: { host: holdWords.anotherHost(host) } });
}
