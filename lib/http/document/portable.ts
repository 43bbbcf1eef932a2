/** Rewrites Zod's schemas into what client generators read; each rule mends one of them. */

export interface Schema {
  "x-form"?: string;
  $ref?: string;
  type?: string | string[];
  format?: string;
  pattern?: string;
  description?: string;
  const?: unknown;
  default?: unknown;
  enum?: unknown[];
  minLength?: number;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  propertyNames?: unknown;
  additionalProperties?: boolean | Schema;
  items?: boolean | Schema;
  prefixItems?: Schema[];
}

interface Part {
  description?: string;
  schema?: Schema;
  content?: Record<string, { schema?: Schema }>;
}

interface Operation {
  parameters?: Part[];
  requestBody?: Part;
  responses?: Record<string, Part>;
}

interface Document {
  components?: { schemas?: Record<string, Schema> };
  paths?: Record<string, Record<string, Operation>>;
  webhooks?: Record<string, Record<string, Operation>>;
}

export function makeDocumentPortable({ components, paths = {}, webhooks = {} }: Document): void {
  const schemas = components?.schemas ?? {};
  const called = Object.values(paths).flatMap((item) => Object.values(item));
  const posted = Object.values(webhooks).flatMap((item) => Object.values(item));
  const sent = called.flatMap(({ requestBody }) => schemasOf(requestBody));
  const answered = [
    ...called.flatMap(({ responses = {} }) => Object.values(responses).flatMap(schemasOf)),
    ...posted.flatMap(({ requestBody }) => schemasOf(requestBody)),
  ];
  for (const schema of [...Object.values(schemas), ...sent, ...answered]) makePortable(schema);
  for (const parameter of [...called, ...posted].flatMap(({ parameters = [] }) => parameters)) {
    makeParameterPortable(parameter);
  }
  const names = namesIn(sent, schemas);
  const others = Object.entries(schemas).filter(([name]) => !names.has(name));
  for (const schema of [...others.map(([, one]) => one), ...answered]) open(schema);
}

function schemasOf(part: Part = {}): Schema[] {
  return Object.values(part.content ?? {}).flatMap(({ schema }) => schema ?? []);
}

/** Drops from a parameter what its schema repeats. */
function makeParameterPortable(parameter: Part): void {
  const { schema } = parameter;
  if (!schema) return;
  const only = onlyValueOf(schema);
  makePortable(schema);
  if (typeof only === "string") schema.pattern = `^${only}$`;
  if (schema.description) say(parameter, schema.description);
  delete schema.description;
}

function namesIn(schemas: Schema[], components: Record<string, Schema>): Set<string> {
  const names = new Set<string>();
  const pending = [...schemas];
  while (pending.length > 0) {
    const schema = pending.pop()!;
    const name = schema.$ref?.split("/").at(-1);
    if (name && !names.has(name)) {
      names.add(name);
      pending.push(components[name] ?? {});
    }
    pending.push(...innerOf(schema));
  }
  return names;
}

/** Answers and webhooks may have further fields one day, which older clients pass over. */
function open(schema: Schema): void {
  if (schema.additionalProperties === false) delete schema.additionalProperties;
  for (const inner of innerOf(schema)) open(inner);
}

function makePortable(schema: Schema): void {
  sayForm(schema);
  dropEmptyText(schema);
  for (const inner of innerOf(schema)) makePortable(inner);
  joinNull(schema);
  joinTexts(schema);
  dropConstant(schema);
  dropMachineBounds(schema);
  sayDefault(schema);
  // A format says the same in one word; a number's digits are no pattern.
  if (["date", "date-time", "uuid"].includes(schema.format ?? "")) delete schema.pattern;
  if (schema.minLength === 0) delete schema.minLength;
  delete schema.propertyNames;
  if (schema.oneOf || schema.anyOf) delete schema.type;
}

function innerOf(schema: Schema): Schema[] {
  const { anyOf = [], oneOf = [], allOf = [], prefixItems = [], properties = {} } = schema;
  const children = [schema.items, schema.additionalProperties].filter((one) =>
    typeof one === "object"
  );
  return [...anyOf, ...oneOf, ...allOf, ...prefixItems, ...Object.values(properties), ...children];
}

function sayForm(schema: Schema): void {
  const form = schema["x-form"];
  delete schema["x-form"];
  if (form) say(schema, form);
}

/** The empty text may be sent beside another one, whose bounds let it pass. */
function dropEmptyText(schema: Schema): void {
  if (!schema.anyOf?.some((one) => one.const === "")) return;
  const others = schema.anyOf.filter((one) => one.const !== "");
  for (const other of others) {
    delete other.minLength;
    if (other.pattern) other.pattern = `^$|${other.pattern}`;
  }
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
  const { description, ...rest } = first!;
  Object.assign(schema, rest, { type: [first!.type as string, "null"] });
  if (description) say(schema, description);
}

/**
 * Joins texts of several forms into one, whose description names the form. Go has no type for them.
 */
function joinTexts(schema: Schema): void {
  const { anyOf = [] } = schema;
  const types = new Set(anyOf.flatMap(({ type = "unknown" }) => type));
  if (!types.delete("string") || [...types].some((type) => type !== "null")) return;
  if (anyOf.some((one) => one.enum)) return;
  delete schema.anyOf;
  schema.type = types.size ? ["string", "null"] : "string";
  const others = anyOf.filter(({ type, pattern }) => type !== "null" && !pattern);
  const longest = Math.max(...others.map(({ maxLength = Infinity }) => maxLength));
  if (Number.isFinite(longest)) schema.maxLength = longest;
  for (const { description } of anyOf) if (description) say(schema, description);
}

/** An enumeration of one is a type of its own to most generators, and equal to nothing. */
function dropConstant(schema: Schema): void {
  const only = onlyValueOf(schema);
  if (only === undefined) return;
  delete schema.const;
  delete schema.enum;
  schema.type ??= typeof only;
  if (typeof only === "string" || schema.description) say(schema, `Always \`${only}\`.`);
}

function onlyValueOf({ const: value, enum: values = [] }: Schema): unknown {
  return value ?? (values.length === 1 ? values[0] : undefined);
}

function dropMachineBounds(schema: Schema): void {
  if (schema.type !== "integer" && schema.type !== "number") return;
  delete schema.pattern;
  if (schema.type === "integer") schema.format = "int64";
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
}

/** Marks a field with a default as required: to a client it is always there. */
function sayDefault(schema: Schema): void {
  if (schema.default === undefined) return;
  const preset = JSON.stringify(schema.default);
  delete schema.default;
  if (preset !== "{}" && preset !== "null") say(schema, `Without it: \`${preset}\`.`);
}

function say(part: { description?: string }, words: string): void {
  if (part.description?.includes(words)) return;
  part.description = words.startsWith(part.description ?? "")
    ? words
    : `${part.description} ${words}`;
}
