import * as z from "zod";
import * as field from "@/lib/input/fields.ts";
import { message } from "@/lib/input/messages.ts";
import { nouns, nounsWith } from "@/lib/records/nouns.ts";

/** Notes and activities are about exactly one record. */

export const subjectKinds = nounsWith("history", "asked", "logged");
export type SubjectKind = (typeof subjectKinds)[number];
export const noteSubjects = nounsWith("history", "asked");

export const subjectFields = noteSubjects.map((noun) => nouns[noun].key);
export type SubjectField = (typeof subjectFields)[number];

/** The rule of {@link withOneSubject}, for the API's description. */
export const subjectChoice = `Exactly one of ${
  subjectFields.map((name) => `\`${name}\``).join(", ")
} names the record.`;

export const subjectRecord = z.object({
  type: z.enum(subjectKinds).meta({ description: "What kind of record it is." }),
  id: z.int().meta({ description: "Id of that record, unique among its kind." }),
  name: z.string().nullable().meta({
    description: "Title or number of the record, else its name.",
  }),
});

type SubjectFields = Partial<Record<SubjectField, unknown>>;

/** Refuses a value that names no subject or several, along with its other errors. */
export function withOneSubject<T extends z.ZodType>(
  schema: T,
  { isOptional = false }: { isOptional?: boolean } = {},
): T {
  const check = (value: unknown, ctx: z.core.$RefinementCtx) => {
    const fields = subjectFields.filter((name) => (value as SubjectFields)[name] !== undefined);
    if (fields.length === 1 || (isOptional && fields.length === 0)) return;
    const names = subjectFields.join(", ");
    const error = message("oneSubject", names);
    for (const name of fields.length === 0 ? [subjectFields[0]!] : fields) {
      ctx.addIssue({ code: "custom", message: error, path: [name], input: value });
    }
  };
  return schema.superRefine(check, { when: ({ value }) => isObject(value) });
}

function isObject(value: unknown): boolean {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}

export const subjectBody = Object.fromEntries(
  subjectFields.map((name) => [
    name,
    field.id.optional().meta({ description: `Id of the ${nounOf(name)} that it belongs to.` }),
  ]),
) as Record<SubjectField, z.ZodOptional<typeof field.id>>;

export function subjectOf(value: SubjectFields) {
  return subjectIn(value)!;
}

export function subjectIn(value: SubjectFields): { name: SubjectField; id: number } | undefined {
  const name = subjectFields.find((one) => value[one] !== undefined);
  return name && { name, id: value[name] as number };
}

export function nounOf(field: SubjectField) {
  return noteSubjects.find((noun) => nouns[noun].key === field)!;
}
