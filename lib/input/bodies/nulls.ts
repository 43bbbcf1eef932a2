import * as z from "zod";
import { JsonText } from "@/lib/input/json_text.ts";
import { unwrapped } from "@/lib/input/bodies/oversized.ts";

/** Leaves out null where an optional field takes none: programs send records as they read them. */
export function withoutNulls(schema: z.ZodType, value: unknown): unknown {
  if (value === null || typeof value !== "object" || value instanceof JsonText) return value;
  const inner = unwrapped(schema);
  if (Array.isArray(value)) {
    if (!(inner instanceof z.ZodArray)) return value;
    const item = inner.element as z.ZodType;
    return mayHaveFields(item) ? value.map((one) => withoutNulls(item, one)) : value;
  }
  if (!(inner instanceof z.ZodObject)) return value;
  const shape = inner.shape as Record<string, z.ZodType>;
  const members = value as Record<string, unknown>;
  let copy: Record<string, unknown> | undefined;
  for (const name of Object.keys(members)) {
    const part = Object.hasOwn(shape, name) ? shape[name] : undefined;
    const member = members[name];
    if (!part) continue;
    if (isNull(member)) {
      if (!isOptional(part) || part.safeParse(member).success) continue;
      delete (copy ??= { ...members })[name];
    } else {
      const next = withoutNulls(part, member);
      if (next !== member) (copy ??= { ...members })[name] = next;
    }
  }
  return copy ?? value;
}

function mayHaveFields(schema: z.ZodType): boolean {
  const inner = unwrapped(schema);
  return inner instanceof z.ZodObject || inner instanceof z.ZodArray;
}

function isNull(value: unknown): boolean {
  return value === null || (value instanceof JsonText && value.text === "null");
}

function isOptional(schema: z.ZodType): boolean {
  return schema._zod.optin !== undefined;
}
