/**
 * What Zod says of the schemas, in the part of JSON Schema that the generators of clients in other
 * languages read. Each rule here is one that stopped one of them; what it takes away is said in words.
 */

export interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  pattern?: string;
  description?: string;
  const?: unknown;
  default?: unknown;
  enum?: unknown[];
  minimum?: number;
  maximum?: number;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  properties?: Record<string, Schema>;
  propertyNames?: unknown;
  additionalProperties?: boolean | Schema;
  items?: boolean | Schema;
  prefixItems?: Schema[];
}

/** Rewrites the schema and all that it holds, in place. */
export function makePortable(schema: Schema): void {
  joinDays(schema);
  dropEmptyText(schema);
  joinNull(schema);
  dropConstant(schema);
  dropMachineBounds(schema);
  sayDefault(schema);
  // A format says the same in one word; a number's digits are no pattern.
  if (["date", "date-time", "uuid"].includes(schema.format ?? "")) delete schema.pattern;
  delete schema.propertyNames;
  // The variants have types of their own.
  if (schema.oneOf || schema.anyOf) delete schema.type;
  for (const inner of innerOf(schema)) makePortable(inner);
}

function innerOf(schema: Schema): Schema[] {
  const { anyOf = [], oneOf = [], allOf = [], prefixItems = [], properties = {} } = schema;
  const held = [schema.items, schema.additionalProperties].filter((one) => typeof one === "object");
  return [...anyOf, ...oneOf, ...allOf, ...prefixItems, ...Object.values(properties), ...held];
}

/** A day or an instant is a text: clients that choose between two formats of it fail on both. */
function joinDays(schema: Schema): void {
  const formats = schema.anyOf?.map(({ format }) => format).sort().join();
  if (formats !== "date,date-time") return;
  delete schema.anyOf;
  schema.type = "string";
  say(schema, "A day (`2026-11-20`) or an instant (`2026-11-20T10:00:00Z`).");
}

/** Beside another text, that the empty one may be sent too. */
function dropEmptyText(schema: Schema): void {
  if (!schema.anyOf?.some((one) => one.const === "")) return;
  const others = schema.anyOf.filter((one) => one.const !== "");
  if (others.length === 1) {
    delete schema.anyOf;
    Object.assign(schema, others[0], schema);
  } else schema.anyOf = others;
  if (others.some(({ type }) => type === "null")) say(schema, "An empty text is taken as null.");
}

const plainTypes = ["string", "number", "integer", "boolean", "array"];

/** A plain type or null is one type. An enumeration would have to hold null, which few expect. */
function joinNull(schema: Schema): void {
  const [first, second, ...more] = schema.anyOf ?? [];
  if (second?.type !== "null" || more.length > 0) return;
  if (first!.enum || !plainTypes.includes(first!.type as string)) return;
  delete schema.anyOf;
  makePortable(first!);
  Object.assign(schema, first, {
    type: [first!.type as string, "null"],
    ...(schema.description ? { description: schema.description } : {}),
  });
}

/** An enumeration of one is a type of its own to most generators, and equal to nothing. */
function dropConstant(schema: Schema): void {
  const only = schema.const ?? (schema.enum?.length === 1 ? schema.enum[0] : undefined);
  if (only === undefined) return;
  delete schema.const;
  delete schema.enum;
  schema.type ??= typeof only;
  if (typeof only === "string") say(schema, `Always \`${only}\`.`);
}

function dropMachineBounds(schema: Schema): void {
  if (schema.type !== "integer" && schema.type !== "number") return;
  delete schema.pattern;
  if (schema.type === "integer") schema.format = "int64";
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
}

/** To a client a field with a default is one that is always there. */
function sayDefault(schema: Schema): void {
  if (schema.default === undefined) return;
  const preset = JSON.stringify(schema.default);
  delete schema.default;
  if (preset !== "{}" && preset !== "null") say(schema, `Without it: \`${preset}\`.`);
}

function say(schema: Schema, words: string): void {
  if (schema.description?.includes(words)) return;
  schema.description = [schema.description, words].filter(Boolean).join(" ");
}
