import * as z from "zod";
import { queryInteger } from "@/lib/input/input.ts";
import { message } from "@/lib/input/messages.ts";
import { readCursor } from "@/lib/notify/streams/cursor.ts";

export const cursorParameter = z.string().transform((text, ctx) => {
  const cursor = readCursor(text);
  if (cursor) return cursor;
  ctx.addIssue(message("cursor"));
  return z.NEVER;
}).meta({
  override: { type: "string" },
  description: "Where an earlier answer ended, of the same company.",
});

export const pageLimit = queryInteger({ min: 1, max: 200 }).default(50).meta({
  description: "The most records to return; 50 unless said.",
});

/** The next cursor of a list. */
export const cursorMeta = z.object({
  nextCursor: z.string().meta({
    description: "Cursor to go on from; the last page has it too, for what comes next.",
  }),
  hasMore: z.boolean().meta({ description: "Whether more can be read right away." }),
});
