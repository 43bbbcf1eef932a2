import { nameOfRef } from "@/lib/http/reference/shape.ts";
import type {
  Content,
  JsonSchema,
  OperationObject,
  ParameterObject,
  SecurityScheme,
} from "@/lib/http/reference/source.ts";

export type Schemas = Record<string, JsonSchema>;

interface Called {
  method: string;
  path: string;
  operation: OperationObject;
  server: string;
  schemas: Schemas;
  schemes: Record<string, SecurityScheme>;
}

/** A call that can be pasted into a shell; what only the caller knows is a variable there. */
export function curlOf({ method, path, operation, server, schemas, schemes }: Called): string {
  const { parameters = [], security = [], requestBody, responses = {} } = operation;
  const query = requiredQuery(parameters, schemas);
  const url = escaped(server) + filledPath(escaped(path), parameters, schemas) + query;
  const answers = Object.entries(responses).find(([status]) => status < "300")?.[1].content ?? {};
  const parts = [
    `curl ${method === "GET" ? "" : `-X ${method} `}"${url}"`,
    ...Object.keys(security[0] ?? {}).map((name) => credential(name, schemes[name])),
    ...bodyParts(requestBody?.content ?? {}, schemas),
    ...answerParts(Object.keys(answers)),
  ];
  return parts.join(" \\\n  ");
}

/** A webhook as it arrives, headers and body. */
export function requestOf(
  { method, operation, schemas }: Pick<Called, "method" | "operation" | "schemas">,
): string {
  const { parameters = [], requestBody } = operation;
  const [[type, media] = ["", {}]] = Object.entries(requestBody?.content ?? {});
  const headers = parameters.filter((one) => one.in === "header").map(({ name, schema = {} }) =>
    `${name}: ${exampleOf(schema, schemas, name)}`
  );
  const head = [`${method} /answers HTTP/1.1`, "Host: example.com", `Content-Type: ${type}`];
  return `${[...head, ...headers].join("\n")}\n\n${
    JSON.stringify(bodyOf(media, schemas), null, 2)
  }`;
}

function bodyOf({ schema = {}, example }: Content[string], schemas: Schemas): unknown {
  return example ?? exampleOf(schema, schemas);
}

/** A value that the schema takes: its required fields, else the first. */
export function exampleOf(schema: JsonSchema, schemas: Schemas, name = "", depth = 0): unknown {
  if (schema.$ref) {
    const target = nameOfRef(schema.$ref);
    return depth > 6 ? null : exampleOf(schemas[target] ?? {}, schemas, name, depth + 1);
  }
  const value = schema.examples?.[0] ?? schema.const ?? schema.enum?.[0] ?? schema.default;
  if (value !== undefined) return value;
  const choice = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  if (choice && !schema.properties) return exampleOf(choice[0] ?? {}, schemas, name, depth);
  switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
    case "object":
      return exampleObject(schema, schemas, depth);
    case "array":
      return typeof schema.items === "object"
        ? [exampleOf(schema.items, schemas, name, depth + 1)]
        : [];
    case "integer":
    case "number":
      return Math.max(schema.minimum ?? 1, Math.min(1, schema.maximum ?? 1));
    case "boolean":
      return true;
    case "null":
      return null;
    default:
      return exampleText(schema, name);
  }
}

function exampleObject(schema: JsonSchema, schemas: Schemas, depth: number) {
  const { properties = {}, required = [] } = schema;
  const names = required.length > 0 ? required : Object.keys(properties).slice(0, 1);
  return Object.fromEntries(
    names.map((name) => [name, exampleOf(properties[name] ?? {}, schemas, name, depth + 1)]),
  );
}

const texts: Record<string, string> = {
  "date-time": "2026-11-20T10:00:00Z",
  date: "2026-11-20",
  email: "ana@example.com",
  uri: "https://example.com/",
  uuid: "01940000-0000-7000-8000-000000000000",
};

function exampleText({ format, maxLength = 200 }: JsonSchema, name: string): string {
  const text = texts[format ?? ""] ?? texts[name] ?? (name || "text").replaceAll("_", " ");
  return [...text].slice(0, maxLength).join("");
}

function filledPath(path: string, parameters: ParameterObject[], schemas: Schemas): string {
  return path.replace(/\{(\w+)\}/g, (_, name) => {
    const { schema = {}, example = exampleOf(schema, schemas) } = parameters.find((one) =>
      one.in === "path" && one.name === name
    ) ?? {};
    const isChosen = schema.enum || schema.type === "integer" || schema.format;
    return isChosen ? encodeURIComponent(String(example)) : `$${shouted(name)}`;
  });
}

function requiredQuery(parameters: ParameterObject[], schemas: Schemas): string {
  const required = parameters.filter((one) => one.in === "query" && one.required);
  if (required.length === 0) return "";
  const pairs = required.map((
    { name, schema = {}, example = exampleOf(schema, schemas, name) },
  ) => [
    name,
    String(example),
  ]);
  return `?${new URLSearchParams(pairs)}`;
}

function credential(name: string, scheme?: SecurityScheme): string {
  const header = scheme?.type === "apiKey" ? scheme.name : "Authorization";
  const kind = scheme?.type === "apiKey" ? "" : "Bearer ";
  return `-H "${header}: ${kind}$${shouted(name)}"`;
}

function bodyParts(content: Content, schemas: Schemas): string[] {
  const [[type, media] = ["", {}]] = Object.entries(content);
  if (type === "") return [];
  const header = `-H 'Content-Type: ${type}'`;
  if (type !== "application/json") {
    return [header, `--data-binary @file.${type.split(/[/+]/)[1]}`];
  }
  return [header, `-d ${singleQuoted(JSON.stringify(bodyOf(media, schemas), null, 2))}`];
}

function answerParts([type = ""]: string[]): string[] {
  if (type === "text/event-stream") return ["--no-buffer"];
  if (type === "application/pdf") return ["-o file.pdf"];
  return type.startsWith("image/") ? ["-o file.png"] : [];
}

function shouted(name: string): string {
  return name.replace(/\W/g, "_").toUpperCase();
}

/** Escapes a text for double quotes, where the shell fills in variables. */
function escaped(text: string): string {
  return text.replace(/[$"`\\]/g, "\\$&");
}

/** Quotes a text as one word of a shell command. */
export function singleQuoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
