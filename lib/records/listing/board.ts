import * as z from "zod";
import { queryInteger } from "@/lib/input/input.ts";
import { assignedTo, filterValues, searchedWords } from "@/lib/input/list.ts";
import { message } from "@/lib/input/messages.ts";

export interface CardCursor {
  position: string;
  id: number;
}

const cursor = z.string().regex(/^-?\d{1,14}(\.\d{1,6})?:\d{1,10}$/, { error: message("cursor") })
  .transform((text): CardCursor => {
    const [position, id] = text.split(":") as [string, string];
    return { position, id: Number(id) };
  })
  .refine(({ id }) => id < 2 ** 31, { error: message("cursor") })
  .meta({ override: { type: "string" }, description: "`next` of a column: its further cards." });

export const boardFilters = {
  per_column: queryInteger({ min: 1, max: 200 }).default(50).meta({
    description: "The most cards that a column shows; its count covers them all.",
  }),
  client_id: filterValues.ids.optional().meta({
    description: "Only what belongs to these clients; several with commas.",
  }),
  assignee_id: assignedTo,
  q: searchedWords,
  after: cursor.optional(),
};

/** Refuses `after` without the column it belongs to. */
export function withColumn<T extends z.ZodType>(schema: T, column: string): T {
  return schema.superRefine((value, ctx) => {
    const values = value as Record<string, unknown>;
    if (values.after === undefined || values[column] !== undefined) return;
    ctx.addIssue({ code: "custom", message: message("missing"), path: [column], input: value });
  });
}

export const columnEnd = {
  more: z.int().meta({ description: "How many cards come after these." }),
  next: z.string().nullable().meta({ description: "What `after` asks for them with, if any." }),
};

/** `rest` counts the column's cards from the first one shown. */
export function endOf(rest: number, cards: { position: number; id: number }[]) {
  const last = cards.at(-1);
  const more = Math.max(0, rest - cards.length);
  return { more, next: last && more > 0 ? `${last.position}:${last.id}` : null };
}
