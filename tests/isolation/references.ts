/** The places where a request names a record by id, found in the endpoint's schemas. */
import assert from "node:assert/strict";
import type { Things } from "./records.ts";
import { bodyFor, type Entry, inputSchema, type JsonSchema } from "../http/routes.ts";
import { nameOf } from "./try_endpoint.ts";

export interface Reference {
  /** In the body or in the query. */
  where: "body" | "query";
  /** The path as errors name it: `lines.0.product_id`. */
  field: string;
  /** The kind of record that it names, as in `Things`. */
  noun: string;
}

/** The noun that a name refers to; `self` is the noun of the endpoint's own path. */
const nouns: Record<string, string> = {
  actor_id: "employees",
  assignee_id: "employees",
  approver_id: "employees",
  client_id: "clients",
  converted_client_id: "clients",
  contact_id: "contacts",
  opportunity_id: "opportunities",
  quote_id: "quotes",
  sale_id: "sales",
  task_id: "tasks",
  event_id: "events",
  series_id: "series",
  stage_id: "pipeline-stages",
  reached_stage_id: "pipeline-stages",
  reassign_to: "self",
  ids: "pipeline-stages",
  product_id: "products",
  products: "products",
  template_company_id: "companies",
  notificationId: "notifications",
  channelId: "channels",
  tell_unassigned: "channels",
  via: "channels",
  keyId: "keys",
  into_id: "self",
  before_id: "self",
  after_id: "self",
  "lines.id": "lines",
};

/** Names like ids that name no record: programs' own of people, buttons, channels and requests. */
const foreignIds =
  /(^|\.)(userId|userIds\.0|actionId|lastEventId|channel_contact_id|external_id|externalId|from\.id|tax_id|quotes_need_tax_id|authserv_id|answers_to|app_id|(phone_number|waba|page|ig|app_scoped)_id)$|^actions\.0\.id$/;

/** Whether a name is the name of an id. */
const isId = (name: string) => /(^|_)ids?$|_to$|[a-z]Ids?$/.test(name);

/** Every reference that an endpoint takes. */
export function referencesOf(entry: Entry): Reference[] {
  const { spec } = entry.method;
  const body = spec.body ? leavesOf(inputSchema(spec.body)) : [];
  const query = spec.query ? leavesOf(inputSchema(spec.query)) : [];
  return [
    ...withoutRanges(body).map((field) => ({ where: "body" as const, field })),
    ...withoutRanges(query).map((field) => ({ where: "query" as const, field })),
  ].flatMap(({ where, field }) => {
    const noun = nounOf(entry, field);
    return noun ? [{ where, field, noun }] : [];
  });
}

/** `created_at_to` names no record where there is `created_at_from`. */
function withoutRanges(fields: string[]): string[] {
  const ranges = new Set(fields.filter((name) => name.endsWith("_from")));
  return fields.filter((name) => !ranges.has(name.replace(/_to$/, "_from")));
}

function nounOf(entry: Entry, field: string): string | undefined {
  const names = field.split(".").filter((name) => !/^\d+$/.test(name));
  const name = names.at(-1)!;
  if (foreignIds.test(field)) return undefined;
  // A mailbox, tried with another company's in tests/channels/email/oauth.test.ts.
  if (field === "channel_id") return undefined;
  // Tried with another company's in tests/channels/meta/connect.
  if (name === "meta_app_id") return undefined;
  // A mail, tried with another company's in tests/crm/events.
  if (name === "message_id") return undefined;
  // Tried with another company's in tests/records/bulk.
  if (field === "undo_id") return undefined;
  // A choice, not ids.
  if (field === "allow_different_tax_ids") return undefined;
  if (field === "ids.0" && entry.path.endsWith("/bulk")) return nounOfPath(entry);
  if (field === "records.0.id" && entry.path.endsWith("/trash/restore")) return "contacts";
  // A link is looked for only among those of the quotation in the path, what is in the trash among
  // the company's own.
  if (field === "id" && /\/(share|trash)$/.test(entry.path)) return undefined;
  const noun = nouns[names.slice(-2).join(".")] ?? nouns[name];
  if (!noun) {
    assert.ok(!isId(name), `references.ts must be told what ${field} of ${nameOf(entry)} names`);
    return undefined;
  }
  return noun === "self" ? nounOfPath(entry) : noun;
}

function nounOfPath({ path }: Entry): string {
  return /\/admin\/([\w-]+)/.exec(path)![1]!;
}

/** The paths of a schema's values that have no parts; of a list, its first. */
function leavesOf(root: JsonSchema, node = root, path: string[] = []): string[] {
  if (node.$ref) return leavesOf(root, root.$defs![node.$ref.split("/").at(-1)!], path);
  const choices = node.anyOf ?? node.oneOf ?? node.allOf;
  const parts = choices
    ? choices.flatMap((one) => leavesOf(root, one, path))
    : node.items
    ? leavesOf(root, node.items, [...path, "0"])
    : node.properties
    ? Object.entries(node.properties).flatMap(([name, of]) => leavesOf(root, of, [...path, name]))
    : node.type === "null"
    ? []
    : [path.join(".")];
  return [...new Set(parts)];
}

/** A valid body, with the records' ids wherever it must name some. */
export function bodyWith(entry: Entry, things: Things): Record<string, unknown> {
  const body = structuredClone(bodyFor(entry)) as Record<string, unknown>;
  for (const { where, field, noun } of referencesOf(entry)) {
    const [name] = field.split(".");
    if (where === "body" && name! in body && noun !== "companies" && noun !== "lines") {
      if (getAt(body, field) !== undefined) setAt(body, field, Number(things[noun]));
    }
  }
  return body;
}

/** The value at the path, if there is one. */
export function getAt(body: unknown, field: string): unknown {
  return field.split(".").reduce(
    (value, name) => (value as Record<string, unknown> | undefined)?.[name],
    body,
  );
}

/** Sets a value at the path and creates what is missing around it. */
export function setAt(body: Record<string, unknown>, field: string, value: unknown): void {
  const names = field.split(".");
  let inner = body as Record<string, unknown>;
  for (const [at, name] of names.slice(0, -1).entries()) {
    inner[name] ??= /^\d+$/.test(names[at + 1]!) ? [] : {};
    inner = inner[name] as Record<string, unknown>;
  }
  inner[names.at(-1)!] = value;
}
