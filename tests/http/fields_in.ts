/** Walks the fields of an OpenAPI document. */

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

/** Containers of the field, outermost first, then its name. */
interface Field {
  path: string[];
  described: Described;
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
