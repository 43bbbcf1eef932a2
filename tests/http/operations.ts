/** The operations of the served document, what they refer to put in its place. */
import type { World } from "../support/world.ts";

/** A schema of the document; a reference in it stays one. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  description?: string;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  items?: Schema;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
}

interface Parameter {
  in: string;
  name: string;
  required?: boolean;
  description?: string;
  schema: Schema;
  example?: unknown;
}

export interface Operation {
  id: string;
  verb: string;
  path: string;
  guard: "member" | "key" | "device" | "public";
  description: string;
  parameters: Parameter[];
  /** The request's body, by media type. */
  content: Record<string, { schema?: Schema; example?: unknown }>;
  needsBody: boolean;
  isStream: boolean;
  /** The reference to the schema of its first JSON answer. */
  answer?: string;
}

interface ResponsePart {
  $ref?: string;
  content?: Record<string, { schema?: Schema }>;
}

/** Follows references into the document. */
export type Follow = <T extends object>(part: T & { $ref?: string }) => T;

// deno-lint-ignore no-explicit-any
export function followerOf(document: any): Follow {
  return (part) =>
    part.$ref === undefined ? part : part.$ref.slice(2).split("/")
      .reduce((node: typeof document, name: string) => node[name], document);
}

export async function readDocument(world: World) {
  return (await world.call("GET", "/api/openapi.json")).body;
}

/** All operations that the document describes, in its order. */
export async function readOperations(world: World): Promise<Operation[]> {
  const document = await readDocument(world);
  const follow = followerOf(document);
  // deno-lint-ignore no-explicit-any
  const items = Object.entries<Record<string, any>>(document.paths);
  return items.flatMap(([path, item]) =>
    Object.entries(item).map(([verb, operation]) => ({
      id: operation.operationId,
      verb: verb.toUpperCase(),
      path,
      guard: Object.keys((operation.security ?? document.security)[0] ?? { public: [] })[0],
      description: operation.description ?? "",
      parameters: (operation.parameters ?? []).map(follow),
      content: operation.requestBody?.content ?? {},
      needsBody: operation.requestBody?.required ?? false,
      answer: answerOf(operation.responses, follow),
      isStream: "text/event-stream" in contentOf(operation.responses[200], follow),
    } as Operation))
  );
}

function contentOf(response: ResponsePart = {}, follow: Follow) {
  return follow(response).content ?? {};
}

function answerOf(responses: Record<string, ResponsePart>, follow: Follow): string | undefined {
  const success = Object.entries(responses).find(([status]) => status < "300")?.[1];
  return contentOf(success, follow)["application/json"]?.schema?.$ref;
}
