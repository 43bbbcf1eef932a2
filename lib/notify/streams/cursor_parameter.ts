import * as z from "zod";
import { readCursor } from "@/lib/notify/streams/cursor.ts";
import { say } from "@/lib/input/errors.ts";

export const cursorParameter = z.string().transform((text, ctx) => {
  const cursor = readCursor(text);
  if (cursor) return cursor;
  ctx.addIssue(say("is not a cursor of this list", "no es un cursor de esta lista"));
  return z.NEVER;
}).meta({ override: { type: "string" }, description: "Where an earlier answer ended." });
