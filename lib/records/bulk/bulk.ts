import * as z from "zod";
import * as field from "@/lib/input/fields.ts";
import type { ListQuery } from "@/lib/input/list.ts";
import { message } from "@/lib/input/messages.ts";
import type { Problem } from "@/lib/input/errors.ts";
import { distinctTags, tagKey } from "@/lib/input/tags.ts";

/** A change to many records at once (docs/decisions/0016-bulk-and-undo.md). */

const maxIds = 500;
export const maxMatches = 5_000;
export const undoHours = 24;

/** Verbs of a change of many with their bodies; a noun has those that it knows. */
export const bulkVerbs = {
  assign: {
    assignee_id: field.id.nullable().meta({
      description: "Id of the employee whom they are assigned to; null: nobody.",
    }),
  },
  stage: {
    stage_id: field.id.meta({ description: "Id of the stage to the top of which they move." }),
  },
  tag: {
    tags: z.strictObject({
      add: field.tags.optional().meta({ description: "Tags that the records get in addition." }),
      remove: field.tags.optional().meta({
        description: "Tags that the records lose, in any case.",
      }),
    }).refine(({ add = [], remove = [] }) => add.length + remove.length > 0, {
      error: message("addOrRemove"),
    }).meta({ description: "Adds tags, removes others, or both." }),
  },
  trash: {
    trash: z.literal(true).meta({ description: "Puts them into the trash, as DELETE does." }),
  },
};

export interface TagChanges {
  add?: string[];
  remove?: string[];
}

export interface BulkBody {
  ids?: number[];
  filter?: Partial<ListQuery>;
  matches?: number;
  undo_id?: number;
  [verb: string]: unknown;
}

/** @param list the list's parameters @param verbs those of the noun; a body has exactly one */
export function bulkSchema(list: z.ZodObject, verbs: Record<string, z.ZodType>, name: string) {
  const optional = Object.fromEntries(
    Object.entries(verbs).map(([verb, value]) => [verb, value.optional()]),
  );
  const filters = list.omit({ page: true, per_page: true, sort: true, deleted: true });
  const schema = z.strictObject({
    ids: z.array(field.id).min(1).max(maxIds).optional().meta({
      description: `Ids of the records, at most ${maxIds}.`,
    }),
    filter: z.preprocess((value) => asTexts(value, filters), filters).optional().meta({
      description:
        `Or all that the list has with these parameters, at most ${maxMatches}; \`{}\`: no filter.`,
    }),
    matches: z.int().min(0).max(maxMatches).optional().meta({
      description:
        "Only with `filter`: how many it found before. If it finds others now, nothing " +
        "changes: 409 `version_conflict`, with `details.count`.",
    }),
    ...optional,
    undo_id: field.id.optional().meta({
      description: "Instead of all that: id of an earlier change to take back.",
    }),
  });
  return withOneVerb(schema, Object.keys(verbs)).meta({ id: name });
}

/** JSON may have ids, amounts and flags as such; words stay texts. */
function asTexts(filter: unknown, parameters: z.ZodObject): unknown {
  if (filter === null || typeof filter !== "object" || Array.isArray(filter)) return filter;
  return Object.fromEntries(
    Object.entries(filter).map(([name, value]) => {
      const isWritten = typeof value === "number" || typeof value === "boolean";
      return [name, isWritten && takes(parameters, name, value) ? String(value) : value];
    }),
  );
}

function takes(parameters: z.ZodObject, name: string, value: number | boolean): boolean {
  const other = typeof value === "number" ? "true" : "1";
  const schema = parameters.shape[name] as z.ZodType | undefined;
  return schema !== undefined && schema.safeParse(String(value)).success &&
    !schema.safeParse(other).success;
}

function withOneVerb<T extends z.ZodType>(schema: T, verbs: string[]): T {
  const check = (value: unknown, ctx: z.core.$RefinementCtx) => {
    const body = value as Record<string, unknown>;
    const isGiven = (name: string) => body[name] !== undefined;
    const refuse = (name: string, error: string) =>
      ctx.addIssue({ code: "custom", message: error, path: [name], input: value });
    const choice = [...verbs, "undo_id"];
    const chosen = choice.filter(isGiven);
    if (chosen.length !== 1) {
      const error = message("oneSubject", choice.join(", "));
      for (const name of chosen.length === 0 ? [choice[0]!] : chosen) refuse(name, error);
    }
    const among = ["ids", "filter"].filter(isGiven);
    if (isGiven("matches") && !isGiven("filter")) refuse("matches", message("onlyWithFilter"));
    if (isGiven("undo_id")) { for (const name of among) refuse(name, message("notWithUndo")); }
    else if (among.length !== 1) {
      const error = message("oneSubject", "ids, filter");
      for (const name of among.length === 0 ? ["ids"] : among) refuse(name, error);
    }
  };
  return schema.superRefine(check, { when: ({ value }) => isObject(value) });
}

function isObject(value: unknown): boolean {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}

const bulkOutcomes = [
  "changed",
  "archived",
  "trashed",
  "restored",
  "unchanged",
  "skipped",
] as const;
export type BulkOutcome = (typeof bulkOutcomes)[number];

export interface BulkRecord {
  id: number;
  name: string | null;
  outcome: BulkOutcome;
  version: number | null;
  why?: Problem;
}

export interface BulkReport {
  undo_id: number | null;
  undo_until: Date | null;
  records: BulkRecord[];
}

export const reasonFields = {
  code: z.string().optional().meta({
    description: "Error code of the reason that it was left for.",
  }),
  error: z.string().optional().meta({ description: "Reason that it was left for, as a sentence." }),
  fields: z.record(z.string(), z.string()).optional().meta({
    description: "What is wrong with which field, where that is the reason.",
  }),
  details: z.record(z.string(), z.unknown()).optional().meta({
    description: "Details of the reason, as in `details` of an error.",
  }),
};

export const bulkRecord = z.object({
  undo_id: z.int().nullable().meta({
    description: "Takes this change back, once, by the same person; null if nothing changed.",
  }),
  undo_until: z.iso.datetime().nullable().meta({
    description: "Instant until which the change can be taken back.",
  }),
  counts: z.object({
    matched: z.int().meta({ description: "How many records were asked for." }),
    done: z.int().meta({ description: "How many records the call has changed." }),
    unchanged: z.int().meta({ description: "How many records were so already and were left." }),
    skipped: z.int().meta({ description: "How many records could not be changed." }),
  }).meta({ description: "How many of `records` had each outcome." }),
  records: z.array(z.object({
    id: z.int().meta({ description: "Id of the record, unique among its kind." }),
    name: z.string().nullable().meta({
      description: "Its name, title or number; null if there is no such record.",
    }),
    outcome: z.enum(bulkOutcomes).meta({
      description: "What happened to it. A product that quotations have is `archived` instead of " +
        "`trashed`; what was so already is `unchanged`.",
    }),
    version: z.int().nullable().meta({ description: "Its version now; null if skipped." }),
    ...reasonFields,
  })).meta({ description: "What happened to each record, by id." }),
}).meta({ id: "BulkReport" });

/** The rules that all lists share are in the document's introduction. */
export const bulkDescription =
  "Takes `ids` or `filter`, one of the two, and exactly one more field, by the rules of " +
  "**Many at once** in the introduction.";
export const bulkErrors = [
  "not_found",
  "version_conflict",
  "invalid_transition",
  "duplicate",
  "limit_reached",
] as const;

/** Adds and removes tags: each once, added ones last; an existing spelling stays. */
export function changedTags(tags: readonly string[], { add = [], remove = [] }: TagChanges) {
  const gone = remove.map(tagKey);
  return distinctTags([...tags.filter((tag) => !gone.includes(tagKey(tag))), ...add]);
}
