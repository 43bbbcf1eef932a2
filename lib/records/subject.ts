import * as z from "zod";
import * as field from "@/lib/input/fields.ts";
import { say } from "@/lib/input/errors.ts";

/** What notes and activities are about: exactly one record. */

export const subjectKinds = [
  "contact",
  "client",
  "opportunity",
  "quote",
  "sale",
  "task",
  "event",
  "product",
] as const;
/** Those that have a column in `notes`. */
export const noteSubjects = subjectKinds.filter((kind) => kind !== "product");

/** The fields by which a caller says which record. */
export const subjectFields = [
  "contact_id",
  "client_id",
  "opportunity_id",
  "quote_id",
  "sale_id",
  "task_id",
] as const;
export type SubjectField = (typeof subjectFields)[number];

/** A subject as answers show it. */
export const subjectRecord = z.object({
  type: z.enum(subjectKinds),
  id: z.int(),
  name: z.string().nullable(),
});

type Given = Partial<Record<SubjectField, unknown>>;

/** Refuses a value that names no subject, or several; beside whatever else is wrong with it. */
export function withOneSubject<T extends z.ZodType>(schema: T): T {
  const check = (value: unknown, ctx: z.core.$RefinementCtx) => {
    const given = subjectFields.filter((name) => (value as Given)[name] !== undefined);
    if (given.length === 1) return;
    const names = subjectFields.join(", ");
    const message = say(`give exactly one of ${names}`, `indica exactamente uno de ${names}`);
    for (const name of given.length === 0 ? [subjectFields[0]] : given) {
      ctx.addIssue({ code: "custom", message, path: [name], input: value });
    }
  };
  return schema.superRefine(check, { when: ({ value }) => isObject(value) });
}

function isObject(value: unknown): boolean {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}

/** The subject fields of a body. */
export const subjectBody = Object.fromEntries(
  subjectFields.map((name) => [name, field.id.optional()]),
) as Record<SubjectField, z.ZodOptional<typeof field.id>>;

/** The subject that a value with exactly one subject field names. */
export function subjectOf(value: Given) {
  const name = subjectFields.find((one) => value[one] !== undefined)!;
  return { name, id: value[name] as number };
}
