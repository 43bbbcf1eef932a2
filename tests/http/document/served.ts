/** The document as callers get it. */
import { documentOf } from "@/lib/http/document.ts";

export interface SchemaPart {
  $ref?: string;
  type?: string | string[];
  format?: string;
  pattern?: string;
  description?: string;
  enum?: unknown[];
  anyOf?: SchemaPart[];
  oneOf?: SchemaPart[];
  allOf?: SchemaPart[];
  items?: SchemaPart;
  properties?: Record<string, SchemaPart>;
  required?: string[];
  additionalProperties?: boolean | SchemaPart;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
}

export interface Media {
  schema?: SchemaPart;
  example?: unknown;
  examples?: Record<string, { externalValue: string }>;
}

export interface ParameterPart {
  $ref?: string;
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema?: SchemaPart;
  example?: unknown;
}

export interface ResponsePart {
  $ref?: string;
  description?: string;
  content?: Record<string, Media>;
}

export interface OperationPart {
  operationId: string;
  summary: string;
  description?: string;
  tags: string[];
  security?: Record<string, string[]>[];
  parameters?: ParameterPart[];
  requestBody?: { required?: boolean; content: Record<string, Media> };
  responses: Record<string, ResponsePart>;
}

interface Served {
  security: Record<string, string[]>[];
  paths: Record<string, Record<string, OperationPart>>;
  webhooks: Record<string, Record<string, OperationPart>>;
  components: Record<string, Record<string, unknown>> & {
    schemas: Record<string, SchemaPart>;
    parameters: Record<string, ParameterPart>;
    responses: Record<string, ResponsePart>;
  };
}

const { text } = await documentOf(
  new URL("../../../routes/", import.meta.url),
  "http://localhost:8000",
);
export const length = text.length;
export const served: Served = JSON.parse(text);

/** Follows a reference into the document. */
export function follow<T extends { $ref?: string }>(part: T): T {
  const names = part.$ref?.slice("#/".length).split("/") ?? [];
  // deno-lint-ignore no-explicit-any -- a reference may lead to any section
  return names.length === 0 ? part : names.reduce((at: any, name) => at[name], served);
}

/** All operations, with their path and verb. */
export const operations = Object.entries(served.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([verb, operation]) => ({ path, verb, operation }))
);
