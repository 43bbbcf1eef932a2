/** The route table for tests: every endpoint and page, and how to call it. */
import * as z from "zod";
import type { GuardName, Method, Verb } from "@/lib/http/endpoint.ts";
import { collectRoutes, listFiles, pathOf } from "@/lib/http/openapi.ts";

const routesFolder = new URL("../../routes/", import.meta.url);

/** One method of one endpoint. */
export interface Entry {
  file: string;
  verb: Verb;
  /** The path with parameters in braces. */
  path: string;
  method: Method;
}

/** Every method of every endpoint, in the order of their files. */
export async function allEntries(): Promise<Entry[]> {
  const routes = await collectRoutes(routesFolder);
  return routes.flatMap(({ file, path, methods }) =>
    Object.entries(methods).map(([verb, method]) => ({ file, verb: verb as Verb, path, method }))
  );
}

export interface RouteFile {
  file: string;
  path: string;
  /** `endpoint`, `page` (behind the guard it names), or neither. */
  kind: "endpoint" | "page" | "other";
  /** Of a page. */
  guard?: GuardName;
}

/** Every file below routes/ and how its guard is seen. */
export async function allFiles(): Promise<RouteFile[]> {
  const files = (await listFiles(routesFolder)).sort();
  return await Promise.all(files.map(async (file) => {
    const { handler } = await import(new URL(file, routesFolder).href);
    const guard = handler?.guard as GuardName | undefined;
    const kind = handler?.methods ?? handler?.endpoints ? "endpoint" : guard ? "page" : "other";
    return { file, path: pathOf(file), kind, guard };
  }));
}

/** The names of the parameters of a path. */
export function parametersOf(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
}

export interface JsonSchema {
  $ref?: string;
  $defs?: Record<string, JsonSchema>;
  const?: unknown;
  enum?: unknown[];
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  type?: string;
  format?: string;
  minimum?: number;
  minItems?: number;
  items?: JsonSchema;
  required?: string[];
  properties?: Record<string, JsonSchema>;
}

/** The JSON schema of a schema's input. */
export function inputSchema(schema: z.ZodType): JsonSchema {
  return z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as JsonSchema;
}

/** Bodies of endpoints that demand more than their JSON schema shows. */
export const knownBodies: Record<string, unknown> = {
  "POST /api/notify": { userId: "maria", title: "t", body: "b" },
  "POST /api/admin/meta-apps": {
    ...{ name: "sample", app_id: "99", secrets: { app_secret: "sample-secret" } },
  },
  "POST /api/admin/channels": { kind: "program", name: "sample" },
  "PUT /api/admin/channels/senders": { address: "forms@f.example", answers_to: "reply_to" },
  "PUT /api/phone/attention": { quiet: null, muted: [] },
  "POST /api/phone/notifications/{id}/snooze": { until: null },
  "POST /api/admin/notifications": { userId: "maria", title: "t", body: "b" },
  "POST /api/phone/notifications/{id}/response": { actionId: "yes" },
  "POST /api/phone/conversations/{contactId}/messages": {
    ...{ text: "sample", key: "sample", after: 2_000_000_000 },
  },
  "POST /api/phone/conversations/{contactId}/notes": { text: "sample", key: "note" },
  "POST /api/phone/conversations/{contactId}/later": { at: null },
  "PUT /api/phone/push": {
    endpoint: "https://push.test/sample",
    // The browser's keys in the example of RFC 8291.
    keys: {
      p256dh:
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
      auth: "BTBZMqHH6r4Tts7J_aSIgg",
    },
  },
  "POST /api/admin/channels/discover": { address: "someone@gmail.com" },
  "POST /api/admin/contacts": { name: "sample" },
  "POST /api/admin/contacts/{id}/convert": {},
  "POST /api/admin/contacts/{id}/messages": { direction: "out", body: "sample" },
  "POST /api/messages": {
    ...{ channelId: 1, externalId: "sample", from: { id: "sample" }, text: "sample" },
  },
  "POST /api/admin/clients/{id}/messages": { via: 1, body: "sample" },
  "PUT /api/admin/quotes/{id}/lines": { lines: [{ name: "sample", unit_price: 1 }] },
  "POST /api/admin/employees": { email: "someone@relevo.example", role: "sample" },
  "POST /api/gateway/may-enter": { email: "someone@relevo.example" },
  "POST /api/admin/notes": { body: "sample", client_id: 1 },
  ...Object.fromEntries(
    ["contacts", "clients", "opportunities", "tasks", "events"].map((noun) => [
      `POST /api/admin/${noun}/bulk`,
      { ids: [1], assignee_id: null },
    ]),
  ),
  "POST /api/admin/quotes/bulk": { ids: [1], trash: true },
  "POST /api/admin/trash/restore": { records: [{ noun: "contacts", id: 1 }] },
  "POST /api/admin/products/bulk": { ids: [1], archive: false },
  "POST /api/admin/events": {
    title: "sample",
    starts_at: "2026-11-20T10:00:00Z",
    ends_at: "2026-11-20T11:00:00Z",
  },
};

/** A body that the endpoint takes: one that is known, or the least that its schema's form asks. */
export function bodyFor({ verb, path, method }: Entry): unknown {
  const root = inputSchema(method.spec.body!);
  return knownBodies[`${verb} ${path}`] ?? sample(root, root);
}

function sample(node: JsonSchema, root: JsonSchema): unknown {
  if (node.$ref) return sample(root.$defs![node.$ref.split("/").at(-1)!]!, root);
  if (node.const !== undefined) return node.const;
  if (node.enum) return node.enum[0];
  const choice = node.anyOf ?? node.oneOf ?? node.allOf;
  if (choice) return sample(choice[0]!, root);
  switch (node.type) {
    case "object":
      return Object.fromEntries(
        (node.required ?? []).map((name) => [name, sample(node.properties![name]!, root)]),
      );
    case "array":
      return Array.from({ length: node.minItems ?? 0 }, () => sample(node.items!, root));
    case "integer":
    case "number":
      return Math.max(node.minimum ?? 1, 1);
    case "boolean":
      return true;
    case "null":
      return null;
    default:
      return sampleText(node.format);
  }
}

function sampleText(format?: string): string {
  if (format === "uuid") return "01940000-0000-7000-8000-000000000000";
  if (format === "date-time") return "2026-11-20T10:00:00.000Z";
  if (format === "date") return "2026-11-20";
  if (format === "email" || format === "idn-email") return "someone@relevo.example";
  if (format === "uri") return "https://relevo.example/";
  return "sample";
}

/**
 * Parameters that an endpoint of the values of a list's filters needs: the first filter
 * that the `query` has not, for a filter does not narrow its own values.
 */
export function neededQuery(
  { path, method }: Pick<Entry, "path" | "method">,
  query: Record<string, unknown> = {},
): { of?: string } {
  if (!path.endsWith("/values")) return {};
  const { of } = method.spec.query!.shape as Record<string, { options?: string[] }>;
  return { of: of!.options!.find((name) => !(name in query))! };
}
