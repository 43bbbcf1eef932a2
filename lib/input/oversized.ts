import * as z from "zod";
import { message } from "@/lib/input/messages.ts";

/** A list that is longer than its schema allows. */
interface Oversized {
  path: (string | number)[];
  message: string;
}

/**
 * Finds lists that are too long, without looking at their items: zod checks every item of a list
 * before its length, and a list of 255,000 wrong items would cost as many errors.
 */
export function findOversized(schema: z.ZodType, value: unknown): Oversized[] {
  const inner = unwrapped(schema);
  if (inner instanceof z.ZodArray && Array.isArray(value)) {
    const { maximum } = inner._zod.bag as { maximum?: number };
    if (maximum === undefined || value.length <= maximum) return [];
    return [{ path: [], message: message("mostItems", { bound: maximum }) }];
  }
  if (!(inner instanceof z.ZodObject) || value === null || typeof value !== "object") return [];
  return Object.entries(inner.shape).flatMap(([name, part]) =>
    findOversized(part as z.ZodType, (value as Record<string, unknown>)[name])
      .map((found) => ({ ...found, path: [name, ...found.path] }))
  );
}

/** What stands inside what may be left out, null, or is changed after it was checked. */
function unwrapped(schema: z.ZodType): z.ZodType {
  for (let inner = schema;;) {
    if (inner instanceof z.ZodPipe) inner = inner.in as z.ZodType;
    else if (
      inner instanceof z.ZodOptional || inner instanceof z.ZodNullable ||
      inner instanceof z.ZodDefault || inner instanceof z.ZodPrefault
    ) inner = inner.unwrap() as z.ZodType;
    else return inner;
  }
}
