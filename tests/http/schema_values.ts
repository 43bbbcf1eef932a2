/** Values made from schemas of the served document: valid ones, and ones that break one rule. */
import fc from "fast-check";
import type { Follow, Schema } from "./operations.ts";

type Value = fc.Arbitrary<unknown>;

/** Types of a schema, `null` among them. */
function typesOf(schema: Schema, follow: Follow): string[] {
  const one = follow(schema);
  const choices = one.anyOf ?? one.oneOf ?? [];
  return [...new Set([...[one.type ?? []].flat(), ...choices.flatMap((c) => typesOf(c, follow))])];
}

/** Values that fit the schema; ids are mostly small, since records have such. */
export function valuesOf(schema: Schema, follow: Follow, name = ""): Value {
  const one = follow(schema);
  const choices = one.anyOf ?? one.oneOf;
  if (choices) return fc.oneof(...choices.map((choice) => valuesOf(choice, follow, name)));
  const types = [one.type ?? "object"].flat();
  return fc.oneof(...types.map((type) => valuesOfType({ ...one, type }, follow, name)));
}

function valuesOfType(schema: Schema, follow: Follow, name: string): Value {
  if (schema.enum) return fc.constantFrom(...schema.enum);
  switch (schema.type) {
    case "null":
      return fc.constant(null);
    case "boolean":
      return fc.boolean();
    case "integer":
      return integers(schema, name);
    case "number":
      return numbers(schema);
    case "array":
      return fc.array(valuesOf(schema.items ?? {}, follow, name), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? 3, Math.max(3, schema.minItems ?? 0)),
      });
    case "string":
      return texts(schema);
    default:
      return objects(schema, follow);
  }
}

function objects(schema: Schema, follow: Follow): Value {
  const { properties = {}, required = [], additionalProperties } = schema;
  const fields = Object.fromEntries(
    Object.entries(properties).map(([name, inner]) => [name, valuesOf(inner, follow, name)]),
  );
  const record = fc.record(fields, { requiredKeys: required });
  if (!additionalProperties) return record;
  const further = typeof additionalProperties === "object"
    ? valuesOf(additionalProperties, follow)
    : fc.jsonValue({ maxDepth: 2 });
  return fc.tuple(fc.dictionary(fc.stringMatching(/^[a-z]{3,8}$/), further, { maxKeys: 2 }), record)
    .map(([more, values]) => ({ ...more, ...values as object }));
}

function integers({ minimum = -1_000, maximum = 1_000_000 }: Schema, name: string): Value {
  const small = fc.integer({ min: minimum, max: Math.min(maximum, minimum + 5) });
  const any = fc.integer({ min: minimum, max: maximum });
  return fc.oneof({ arbitrary: small, weight: /ids?$/.test(name) ? 9 : 2 }, any);
}

function numbers({ minimum, exclusiveMinimum, maximum = 1e9 }: Schema): Value {
  const least = minimum ?? (exclusiveMinimum ?? 0) + 0.01;
  const cents = fc.integer({ min: Math.ceil(least * 100), max: Math.min(maximum, 1e6) * 100 })
    .map((value) => value / 100);
  const any = fc.double({ min: least, max: maximum, noNaN: true });
  return fc.oneof({ arbitrary: cents, weight: 9 }, any);
}

const words = ["oak", "Ana García", "ñandú 🦉", "x-1", "a,b;c", "<b>", "2026", "web", "EUR"]
  .concat("ana@x.example", "https://x.example", "Europe/Madrid");

function texts({ format, pattern, minLength = 0, maxLength: most }: Schema): Value {
  const maxLength = most ?? (pattern ? Infinity : 60);
  if (format === "uuid") return fc.uuid({ version: 7 });
  if (format === "date") return fc.date(within).map((date) => date.toISOString().slice(0, 10));
  if (format === "date-time") return fc.date(within).map((date) => date.toISOString());
  if (format === "uri") {
    return fc.constantFrom("https://shop.example/a?b=c", "https://fcm.googleapis.com/x");
  }
  if (pattern) {
    return fc.stringMatching(new RegExp(pattern)).filter(({ length }) => length <= maxLength);
  }
  const shortest = Math.max(minLength, 0);
  const full = fc.constant("x".repeat(Math.min(maxLength, 2_000)));
  const wild = fc.string({ unit: "grapheme", minLength: shortest, maxLength: 12 })
    .filter((text) => text.length <= maxLength);
  const fitting = words.filter((word) => word.length >= minLength && word.length <= maxLength);
  const plain = fitting.length > 0 ? fc.constantFrom(...fitting) : wild;
  return fc.oneof({ arbitrary: plain, weight: 6 }, full, wild);
}

const within = { min: new Date("1000-01-01"), max: new Date("9900-12-31"), noInvalidDate: true };

/** A change of a body that breaks one rule of its schema. */
export interface Break {
  rule: string;
  /** The place of the wrong value, names and positions. */
  path: (string | number)[];
  /** Undefined where the field is left out. */
  value: unknown;
  /** Whether the field may be left out. */
  isOptional?: boolean;
}

/** Each rule of the schema broken once, to the depth that bodies are written at. */
export function breaksOf(schema: Schema, follow: Follow, path: Break["path"] = []): Break[] {
  const one = follow(schema);
  const own = path.length === 0 ? [] : [...wrongTypes(one, follow), ...outOfBounds(one)];
  return [
    ...own.map(([rule, value]) => ({ rule, path, value })),
    ...innerBreaks(one, follow, path),
  ];
}

function innerBreaks(schema: Schema, follow: Follow, path: Break["path"]): Break[] {
  const breaks: Break[] = [];
  const { properties, required = [], additionalProperties, items } = schema;
  for (const [name, inner] of Object.entries(properties ?? {})) {
    const isOptional = !required.includes(name);
    for (const one of breaksOf(inner, follow, [...path, name])) {
      breaks.push(one.path.length === path.length + 1 ? { ...one, isOptional } : one);
    }
  }
  for (const name of required) {
    breaks.push({ rule: "missing", path: [...path, name], value: undefined });
  }
  if (properties && additionalProperties === false) {
    breaks.push({ rule: "unknown field", path: [...path, "no_such_field"], value: 1 });
  }
  if (items && path.length < 3) breaks.push(...breaksOf(items, follow, [...path, 0]));
  return breaks;
}

const ofType: Record<string, unknown> = {
  string: "x",
  number: 1.5,
  boolean: true,
  array: [],
  object: {},
  null: null,
};

function wrongTypes(schema: Schema, follow: Follow): [string, unknown][] {
  const types = typesOf(schema, follow);
  if (types.length === 0) return [];
  return Object.entries(ofType).filter(([type]) => !types.includes(type))
    .filter(([type]) => type !== "number" || !types.includes("integer"))
    .map(([type, value]) => [`${type} for ${types.join(" or ")}`, value]);
}

function outOfBounds(schema: Schema): [string, unknown][] {
  const { enum: values, pattern, description = "" } = schema;
  const types = [schema.type ?? []].flat();
  const breaks: [string, unknown][] = [];
  const add = (rule: string, bound: number | undefined, value: (bound: number) => unknown) => {
    if (bound !== undefined) breaks.push([rule, value(bound)]);
  };
  if (values) breaks.push(["unknown value", "no such value"]);
  if (pattern) breaks.push(["pattern", "~ nothing like it ~"]);
  if (types.includes("integer")) breaks.push(["fraction", (schema.minimum ?? 0) + 0.5]);
  add("too small", schema.minimum, (least) => least - 1);
  add("too small", schema.exclusiveMinimum, (least) => least);
  add("too large", schema.maximum, (most) => most + 1);
  if (schema.maxLength! < 20_000) add("too long", schema.maxLength, (most) => "x".repeat(most + 1));
  if (schema.minLength && !/empty text/.test(description)) breaks.push(["too short", ""]);
  if (schema.maxItems! < 1_500) add("too many", schema.maxItems, (most) => Array(most + 1).fill(1));
  if (schema.minItems) breaks.push(["too few", []]);
  if (schema.format?.startsWith("date")) breaks.push(["format", "2026-02-30"]);
  if (schema.format === "uuid") breaks.push(["format", "1"]);
  return breaks;
}

/** The body with the wrong value in its place; what leads there is made where it is missing. */
export function broken(body: unknown, { path, value }: Break): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return value;
  if (typeof name === "number") {
    return [broken((body as unknown[] | undefined)?.[0], { path: rest, value } as Break)];
  }
  const fields = (typeof body === "object" && body !== null ? body : {}) as Record<string, unknown>;
  const inner = broken(fields[name], { path: rest, value } as Break);
  return { ...fields, [name]: inner };
}
