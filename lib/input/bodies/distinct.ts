import * as z from "zod";
import { message } from "@/lib/input/messages.ts";

/** A list in which repeats count once, also for its limit. */
export function distinctList<T extends z.ZodType>(item: T, max: number) {
  return z.preprocess((value, ctx) => {
    if (!Array.isArray(value)) return value;
    const distinct = [...new Set(value)];
    if (distinct.length <= max) return distinct;
    ctx.addIssue({ code: "custom", message: message("mostItems", max) });
    return z.NEVER;
  }, z.array(item));
}
