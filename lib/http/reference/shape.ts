import type { Bound, Limit } from "@/lib/http/reference/words.ts";
import type { JsonSchema } from "@/lib/http/reference/source.ts";

/** A schema without what readers need not know. */
export type Shape = Form & Facts;

type Form =
  | { kind: "any" }
  | { kind: "plain"; name: string; format?: string }
  | { kind: "value"; value: unknown }
  | { kind: "named"; name: string }
  | { kind: "list"; of: Shape }
  | { kind: "tuple"; of: Shape[] }
  | { kind: "map"; of: Shape }
  | { kind: "choice"; of: Shape[] }
  | { kind: "object"; fields: Field[] };

interface Facts {
  description?: string;
  nullable?: true;
  default?: unknown;
  values?: unknown[];
  limits: Limit[];
}

export interface Field {
  name: string;
  required: boolean;
  shape: Shape;
}

/** The shape of a schema. Named schemas stay names, so one that holds itself ends here. */
export function shapeOf(schema: JsonSchema): Shape {
  const { nullable, rest } = withoutNull(schema);
  const { description = rest.description, default: preset = rest.default } = schema;
  return {
    ...formOf(rest),
    limits: limitsOf(rest),
    ...(description === undefined ? {} : { description }),
    ...(preset === undefined ? {} : { default: preset }),
    ...(rest.enum ? { values: rest.enum } : {}),
    ...(nullable ? { nullable } : {}),
  };
}

export function fieldsOf({ properties = {}, required = [] }: JsonSchema): Field[] {
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    required: required.includes(name),
    shape: shapeOf(schema),
  }));
}

export function nameOfRef(ref: string): string {
  return ref.split("/").at(-1)!.replaceAll("~1", "/").replaceAll("~0", "~");
}

/** The fields of each object written out inside a shape. */
export function nestedFields(shape: Shape): Field[][] {
  switch (shape.kind) {
    case "object":
      return shape.fields.length > 0 ? [shape.fields] : [];
    case "list":
    case "map":
      return nestedFields(shape.of);
    case "tuple":
    case "choice":
      return shape.of.flatMap(nestedFields);
    default:
      return [];
  }
}

function withoutNull(schema: JsonSchema): { nullable?: true; rest: JsonSchema } {
  const { type, anyOf } = schema;
  if (Array.isArray(type) && type.includes("null")) {
    const others = type.filter((name) => name !== "null");
    return { nullable: true, rest: { ...schema, type: others.length > 1 ? others : others[0] } };
  }
  if (anyOf?.some(({ type }) => type === "null")) {
    const others = anyOf.filter(({ type }) => type !== "null");
    return { nullable: true, rest: others.length > 1 ? { anyOf: others } : others[0] ?? {} };
  }
  return { rest: schema };
}

function formOf(schema: JsonSchema): Form {
  const { $ref, type, format, items, prefixItems, properties, additionalProperties } = schema;
  if ($ref) return { kind: "named", name: nameOfRef($ref) };
  if ("const" in schema) return { kind: "value", value: schema.const };
  const choice = schema.anyOf ?? schema.oneOf;
  if (choice && !properties) return { kind: "choice", of: choice.map(shapeOf) };
  if (schema.allOf) return formOf(Object.assign({}, ...schema.allOf));
  if (prefixItems) return { kind: "tuple", of: prefixItems.map(shapeOf) };
  if (type === "array") return { kind: "list", of: shapeOf(plainSchema(items)) };
  if (properties) return { kind: "object", fields: fieldsOf(schema) };
  if (typeof additionalProperties === "object" && Object.keys(additionalProperties).length > 0) {
    return { kind: "map", of: shapeOf(additionalProperties) };
  }
  if (type === "object") return { kind: "object", fields: [] };
  if (Array.isArray(type)) {
    return { kind: "choice", of: type.map((one) => ({ kind: "plain", name: one, limits: [] })) };
  }
  return type ? { kind: "plain", name: type, ...(format ? { format } : {}) } : { kind: "any" };
}

function plainSchema(items: boolean | JsonSchema | undefined): JsonSchema {
  return typeof items === "object" ? items : {};
}

/** Limits of JavaScript and the database, which say nothing to readers. */
const machineBounds = [Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER, 2 ** 31 - 1, -(2 ** 31)];

function limitsOf(schema: JsonSchema): Limit[] {
  const { minLength, maxLength, minItems, maxItems, minimum, maximum, pattern, format } = schema;
  const real = (bound?: number) => machineBounds.includes(bound!) ? undefined : bound;
  const items: Bound = { kind: "items", min: minItems || undefined, max: maxItems };
  const bounds: Bound[] = [
    { kind: "length", min: minLength || undefined, max: maxLength },
    { kind: "range", min: real(minimum), max: real(maximum) },
    { kind: "above", min: schema.exclusiveMinimum },
    { kind: "below", max: schema.exclusiveMaximum },
    { kind: "step", min: schema.multipleOf },
    ...(schema.prefixItems ? [] : [items]),
  ];
  const limits = bounds.filter(({ min, max }) => min !== undefined || max !== undefined);
  // A format says the same in one word.
  if (!pattern || format || schema.type !== "string") return limits;
  return [...limits, { kind: "pattern", pattern }];
}
