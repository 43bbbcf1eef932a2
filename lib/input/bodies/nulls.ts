import * as z from "zod";
import { JsonText } from "@/lib/input/json_text.ts";
import { unwrapped } from "@/lib/input/bodies/oversized.ts";

/** Leaves out null where an optional field takes none: programs send records as they read them. */
export function withoutNulls(schema: z.ZodType, value: unknown): unknown {
  const inner = unwrapped(schema);
  if (Array.isArray(value)) {
    if (!(inner instanceof z.ZodArray)) return value;
    const item = inner.element as z.ZodType;
    return mayHaveFields(item) ? value.map((one) => withoutNulls(item, one)) : value;
  }
  if (!(inner instanceof z.ZodObject) || !isMembers(value)) return value;
  const shape = inner.shape as Record<string, z.ZodType>;
  const members = Object.entries(value).flatMap(([name, member]): [string, unknown][] => {
    const part = Object.hasOwn(shape, name) ? shape[name]! : undefined;
    if (!part) return [[name, member]];
    if (!isNull(member)) return [[name, withoutNulls(part, member)]];
    return isOptional(part) && !part.safeParse(member).success ? [] : [[name, member]];
  });
  return Object.fromEntries(members);
}

function mayHaveFields(schema: z.ZodType): boolean {
  const inner = unwrapped(schema);
  return inner instanceof z.ZodObject || inner instanceof z.ZodArray;
}

function isMembers(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === "object" && !(value instanceof JsonText);
}

function isNull(value: unknown): boolean {
  return value === null || (value instanceof JsonText && value.text === "null");
}

function isOptional(schema: z.ZodType): boolean {
  return schema._zod.optin !== undefined;
}
