import { codesIn } from "@/lib/http/document/responses.ts";
import { statuses } from "@/lib/input/errors.ts";
import { errorWords } from "@/lib/words/errors.ts";
import { paragraphsOf } from "@/lib/http/reference/prose.ts";
import { byPath, divide } from "@/lib/http/reference/order.ts";
import { inputNames } from "@/lib/http/reference/inputs.ts";
import { curlOf, requestOf, type Schemas } from "@/lib/http/reference/example.ts";
import { type Field, fieldsOf, nameOfRef, shapeOf } from "@/lib/http/reference/shape.ts";
import type {
  Body,
  Credential,
  FailureCode,
  NamedShape,
  Operation,
  ParameterGroup,
  Reference,
  Success,
} from "@/lib/http/reference/page.ts";
import type {
  ApiDocument,
  Content,
  JsonSchema,
  OperationObject,
  ResponseObject,
  SecurityScheme,
} from "@/lib/http/reference/source.ts";

/** Turns an OpenAPI document into what a page shows. Pure: the same for the same document. */
export function referenceOf(document: ApiDocument): Reference {
  const { info, components = {} } = document;
  const schemas = components.schemas ?? {};
  const tagged = operationsOf(document, schemas);
  const tags = document.tags ?? [];
  const responses = Object.values(document.paths ?? {}).flatMap((item) =>
    Object.values(item).flatMap((operation) => Object.values(operation.responses ?? {}))
  );
  return {
    title: info.title,
    version: info.version,
    server: serverOf(document),
    introduction: paragraphsOf(info.description ?? ""),
    credentials: Object.entries(components.securitySchemes ?? {}).map(credentialOf),
    sections: tags.map(({ name, description = "" }) => ({
      name,
      description: paragraphsOf(description),
      groups: divide(tagged.filter(({ tag }) => tag === name).map(({ operation }) => operation)),
    })).filter(({ groups }) => groups.length > 0),
    failures: codesOf(responses),
    schemas: namedShapes(document),
  };
}

function namedShapes(document: ApiDocument): NamedShape[] {
  const inputs = inputNames(document);
  return Object.entries(document.components?.schemas ?? {})
    .filter(([, schema]) => !isEnvelope(schema))
    .map(([name, schema]) => ({ name, isInput: inputs.has(name), shape: shapeOf(schema) }))
    .sort((a, b) => a.name < b.name ? -1 : 1);
}

function operationsOf(document: ApiDocument, schemas: Schemas) {
  const server = serverOf(document);
  const schemes = document.components?.securitySchemes ?? {};
  const called = eachOperation(document.paths).map(({ path, method, operation }) => ({
    tag: operation.tags?.[0],
    operation: {
      ...describe(path, method, operation, schemas),
      isWebhook: false,
      example: curlOf({ method, path, operation, server, schemas, schemes }),
    },
  }));
  const webhooks = eachOperation(document.webhooks).map(({ path, method, operation }) => ({
    tag: operation.tags?.[0],
    operation: {
      ...describe(path, method, operation, schemas),
      isWebhook: true,
      example: requestOf({ method, operation, schemas }),
    },
  }));
  return [...called, ...webhooks].sort((a, b) => byPath(a.operation, b.operation));
}

function eachOperation(items: ApiDocument["paths"] = {}) {
  return Object.entries(items).flatMap(([path, item]) =>
    Object.entries(item).map(([verb, operation]) => ({
      path,
      method: verb.toUpperCase(),
      operation,
    }))
  );
}

function describe(
  path: string,
  method: string,
  operation: OperationObject,
  schemas: Schemas,
): Omit<Operation, "isWebhook" | "example"> {
  const { operationId: id, summary = "", description = "", security = [] } = operation;
  const credentials = security.flatMap((one) => Object.keys(one));
  const answers = Object.entries(operation.responses ?? {});
  return {
    id,
    method,
    path,
    summary,
    description: paragraphsOf(description),
    credentials: credentials.length === 0 && path.includes("{token}") ? ["link"] : credentials,
    parameters: parametersOf(operation),
    body: bodyOf(operation, schemas),
    successes: answers.filter(([status]) => status < "400")
      .map(([status, answer]) => successOf(status, answer, schemas)),
    failures: answers.filter(([status]) => status >= "400").map(([status, answer]) => ({
      status,
      codes: codesIn(answer.description),
      description: paragraphsOf(answer.description),
    })),
  };
}

function serverOf({ servers }: ApiDocument): string {
  return (servers?.[0]?.url ?? "").replace(/\/$/, "");
}

function credentialOf([name, scheme]: [string, SecurityScheme]): Credential {
  const header = scheme.type === "apiKey" ? `${scheme.name}: …` : "Authorization: Bearer …";
  return { name, header, description: paragraphsOf(scheme.description ?? "") };
}

function parametersOf({ parameters = [] }: OperationObject): ParameterGroup[] {
  const byPlace = Map.groupBy(parameters, (parameter) => parameter.in);
  const order = ["path", "query", "header", "cookie"];
  return [...byPlace].sort(([a], [b]) => order.indexOf(a) - order.indexOf(b)).map((
    [place, list],
  ) => ({
    in: place,
    fields: list.map(({ name, required = false, description, schema = {} }) => ({
      name,
      required,
      shape: { ...shapeOf(schema), ...(description ? { description } : {}) },
    })),
  }));
}

function bodyOf({ requestBody }: OperationObject, schemas: Schemas): Body | null {
  if (!requestBody) return null;
  const { content, required = false } = requestBody;
  const schema = firstSchema(content);
  const name = schema.$ref ? nameOfRef(schema.$ref) : null;
  const shape = shapeOf(name ? schemas[name] ?? {} : schema);
  return { required, mediaTypes: Object.keys(content), name, shape };
}

function successOf(
  status: string,
  { description, content = {} }: ResponseObject,
  schemas: Schemas,
): Success {
  const mediaTypes = Object.keys(content);
  const [mediaType = "application/json"] = mediaTypes;
  const schema = firstSchema(content);
  const named = schema.$ref ? schemas[nameOfRef(schema.$ref)] ?? {} : schema;
  const text = description === "OK" ? "" : description;
  return {
    status,
    description: paragraphsOf(text),
    mediaType: mediaType === "application/json" ? null : mediaType,
    fields: isEnvelope(named) ? partsOf(named) : [],
    shape: isEnvelope(named) || mediaTypes.length === 0 ? null : shapeOf(schema),
  };
}

/** Whether it is the envelope: each answer has its own, and its parts are shown there. */
function isEnvelope({ properties = {} }: JsonSchema): boolean {
  return properties.success !== undefined && properties.data !== undefined;
}

/** Fields of the envelope; its own are explained once, in the introduction. */
function partsOf(schema: JsonSchema): Field[] {
  return fieldsOf(schema).filter(({ name }) => name !== "success")
    .map(({ shape: { description: _, ...shape }, ...field }) => ({ ...field, shape }));
}

function firstSchema(content: Content): JsonSchema {
  return Object.values(content)[0]?.schema ?? {};
}

function codesOf(responses: ResponseObject[]): FailureCode[] {
  const codes = new Set(responses.flatMap(({ description }) => codesIn(description)));
  return [...codes].map((code) => ({
    code,
    status: String(statuses[code]),
    description: paragraphsOf(errorWords[code].en),
  })).sort((a, b) => a.status < b.status ? -1 : a.status > b.status ? 1 : 0);
}
