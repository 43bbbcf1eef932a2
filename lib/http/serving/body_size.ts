import * as z from "zod";
import { defaultMaxBytes } from "@/lib/input/input.ts";

/** Bytes of a JSON body, whatever its fields allow together. */
export const mostBytes = 8 * 1024 * 1024;

/** Bytes of a character, as most programs escape it (`\u00e9`); one of four bytes as it is. */
const bytesOfCharacter = 6;
const bytesOfValue = 64;
/** Quotes, a colon and a comma, and the indent of printed JSON. */
const bytesAround = 24;

export interface Sized {
  $ref?: string;
  $defs?: Record<string, Sized>;
  anyOf?: Sized[];
  oneOf?: Sized[];
  allOf?: Sized[];
  type?: string | string[];
  enum?: unknown[];
  maxLength?: number;
  maxItems?: number;
  items?: Sized;
  properties?: Record<string, Sized>;
}

const sizes = new WeakMap<z.ZodType, number>();

/** The most bytes of a body: as many as its fields can hold, and at least the usual 64 KiB. */
export function largestBody(schema: z.ZodType, atLeast = defaultMaxBytes): number {
  const size = sizes.get(schema) ?? sizeOfRoot(sizedOf(schema));
  sizes.set(schema, size);
  return Math.min(Math.max(atLeast, size), Math.max(atLeast, mostBytes));
}

/** The schema of what is sent, with the bounds that the document states. */
export function sizedOf(schema: z.ZodType): Sized {
  return z.toJSONSchema(schema, {
    io: "input",
    unrepresentable: "any",
    override: ({ zodSchema, jsonSchema }) => {
      const { override } = z.globalRegistry.get(zodSchema) ?? {};
      if (typeof override === "object") Object.assign(jsonSchema, override);
    },
  }) as Sized;
}

function sizeOfRoot(root: Sized): number {
  const sizeOf = (schema: Sized): number => {
    if (schema.$ref !== undefined) {
      return sizeOf(root.$defs?.[schema.$ref.split("/").at(-1)!] ?? {});
    }
    const choices = schema.anyOf ?? schema.oneOf ?? schema.allOf ?? [];
    const { properties = {}, items, maxItems = 0, maxLength = 0 } = schema;
    const fields = Object.entries(properties).map(([name, field]) =>
      name.length + bytesAround + sizeOf(field)
    );
    return Math.max(
      bytesOfValue,
      maxLength * bytesOfCharacter,
      maxItems * (bytesAround + (items ? sizeOf(items) : 0)),
      fields.reduce((sum, size) => sum + size, 0),
      ...choices.map(sizeOf),
    );
  };
  return sizeOf(root);
}
