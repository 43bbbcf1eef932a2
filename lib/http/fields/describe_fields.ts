import { crmFields } from "@/lib/http/fields/crm.ts";
import { notificationFields } from "@/lib/http/fields/notifications.ts";
import { salesFields } from "@/lib/http/fields/sales.ts";
import { sharedFields } from "@/lib/http/fields/shared.ts";

/**
 * What fields mean: `email` everywhere, `Stats.sales.total` only there. The longest name that fits
 * counts; a description in the schema goes before all.
 */
export const fieldDescriptions: Record<string, string> = {
  ...sharedFields,
  ...notificationFields,
  ...crmFields,
  ...salesFields,
};

interface Described {
  $ref?: string;
  description?: string;
  properties?: Record<string, Described>;
  additionalProperties?: boolean | Described;
  items?: boolean | Described;
  anyOf?: Described[];
  oneOf?: Described[];
  allOf?: Described[];
}

interface Parameter extends Described {
  name: string;
  in: string;
  schema?: Described;
}

interface Message {
  content?: Record<string, { schema?: Described }>;
}

interface Operation {
  operationId: string;
  parameters?: Parameter[];
  requestBody?: Message;
  responses?: Record<string, Message>;
}

interface Document {
  components?: { schemas?: Record<string, Described> };
  paths?: Record<string, Record<string, Operation>>;
  webhooks?: Record<string, Record<string, Operation>>;
}

/** What holds the field, outermost first, then its name. */
interface Field {
  path: string[];
  described: Described;
}

/** Describes every field and parameter that the document leaves without a description. */
export function describeFields(document: Document): void {
  for (const { path, described } of fieldsIn(document)) {
    const description = described.description ?? descriptionOf(path);
    if (description !== undefined) described.description = description;
  }
}

/** Every field and parameter of an OpenAPI document. */
export function* fieldsIn({ components, paths, webhooks }: Document): Generator<Field> {
  for (const [name, schema] of Object.entries(components?.schemas ?? {})) {
    // An envelope's own fields mean the same whatever is in it.
    const isEnvelope = schema.properties?.success !== undefined && name !== "Failure";
    yield* fieldsOf(isEnvelope ? [name, "answer"] : [name], schema);
  }
  for (const item of [...Object.values(paths ?? {}), ...Object.values(webhooks ?? {})]) {
    for (const operation of Object.values(item)) yield* fieldsOfOperation(operation);
  }
}

function* fieldsOfOperation(operation: Operation): Generator<Field> {
  const { operationId, parameters = [], requestBody, responses = {} } = operation;
  for (const parameter of parameters) {
    parameter.description ??= parameter.schema?.description;
    if (parameter.description === undefined) delete parameter.description;
    yield { path: [operationId, parameter.in, parameter.name], described: parameter };
  }
  for (const message of requestBody ? [requestBody] : []) {
    for (const schema of schemasOf(message)) yield* fieldsOf([operationId], schema);
  }
  for (const message of Object.values(responses)) {
    for (const schema of schemasOf(message)) yield* fieldsOf([operationId, "answer"], schema);
  }
}

function schemasOf({ content = {} }: Message): Described[] {
  return Object.values(content).flatMap(({ schema }) => schema ?? []);
}

function* fieldsOf(path: string[], schema: Described): Generator<Field> {
  for (const [name, described] of Object.entries(schema.properties ?? {})) {
    yield { path: [...path, name], described };
    yield* fieldsOf([...path, name], described);
  }
  const { anyOf = [], oneOf = [], allOf = [], items, additionalProperties } = schema;
  for (const inner of [...anyOf, ...oneOf, ...allOf, items, additionalProperties]) {
    if (typeof inner === "object") yield* fieldsOf(path, inner);
  }
}

export function entryOf(path: string[]): string | undefined {
  const names = path.map((_, at) => path.slice(at).join("."));
  return names.find((name) => Object.hasOwn(fieldDescriptions, name));
}

/** A filter in a body is described as the parameter that it stands for. */
function descriptionOf(given: string[]): string | undefined {
  const path = given.at(-2) === "filter" ? given.with(-2, "query") : given;
  const entry = entryOf(path);
  if (entry !== undefined) return fieldDescriptions[entry];
  const [, name, end] = /^(\w+)_(from|to)$/.exec(path.at(-1)!) ?? [];
  if (path.at(-2) !== "query" || name === undefined) return undefined;
  return end === "from"
    ? `Only records whose \`${name}\` is this or later (or more).`
    : `Only records whose \`${name}\` is this or earlier (or less); a day counts whole.`;
}
