import * as z from "zod";
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
