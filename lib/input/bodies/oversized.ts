import * as z from "zod";
import { message } from "@/lib/input/messages.ts";

interface Oversized {
  path: (string | number)[];
  message: string;
}

/** Finds lists that are too long by length alone: zod checks 255,000 items before the length. */
export function findOversized(schema: z.ZodType, value: unknown): Oversized[] {
  const { most, parts } = boundsOf(schema);
  if (most !== undefined && Array.isArray(value) && value.length > most) {
    return [{ path: [], message: message("mostItems", most) }];
  }
  if (parts.length === 0 || value === null || typeof value !== "object") return [];
  return parts.flatMap(([name, part]) =>
    findOversized(part, (value as Record<string, unknown>)[name])
      .map((field) => ({ ...field, path: [name, ...field.path] }))
  );
}

interface Bounds {
  most?: number;
  parts: [name: string, part: z.ZodType][];
}

const cache = new WeakMap<z.ZodType, Bounds>();

function boundsOf(schema: z.ZodType): Bounds {
  let bounds = cache.get(schema);
  if (!bounds) cache.set(schema, bounds = readBounds(unwrapped(schema)));
  return bounds;
}

function readBounds(inner: z.ZodType): Bounds {
  if (inner instanceof z.ZodArray) return { most: inner._zod.bag.maximum as number, parts: [] };
  if (!(inner instanceof z.ZodObject)) return { parts: [] };
  const parts = Object.entries(inner.shape as Record<string, z.ZodType>);
  return { parts: parts.filter(([, part]) => mayHaveLists(unwrapped(part))) };
}

function mayHaveLists(inner: z.ZodType): boolean {
  return inner instanceof z.ZodArray || inner instanceof z.ZodObject;
}

const inners = new WeakMap<z.ZodType, z.ZodType>();

export function unwrapped(schema: z.ZodType): z.ZodType {
  let inner = inners.get(schema);
  if (!inner) inners.set(schema, inner = unwrap(schema));
  return inner;
}

function unwrap(schema: z.ZodType): z.ZodType {
  for (let inner = schema;;) {
    if (inner instanceof z.ZodPipe) inner = inner.in as z.ZodType;
    else if (
      inner instanceof z.ZodOptional || inner instanceof z.ZodNullable ||
      inner instanceof z.ZodDefault || inner instanceof z.ZodPrefault
    ) inner = inner.unwrap() as z.ZodType;
    else return inner;
  }
}
