import type { Schema } from "@/lib/http/document/portable.ts";
import { shareFields } from "@/lib/http/document/shared_fields.ts";
import { shareGroups } from "@/lib/http/document/shared_groups.ts";

/** Components for parts that many operations share. */

interface Operation {
  parameters?: Named[];
  requestBody?: Message;
  responses?: Record<string, Message>;
  security?: Record<string, string[]>[];
}

interface Message {
  content?: Record<string, { schema?: Schema }>;
}

interface Named {
  in: string;
  name: string;
}

interface Whole {
  security?: Operation["security"];
  paths?: Record<string, Record<string, Operation>>;
  webhooks?: Record<string, Record<string, Operation>>;
  components?: { schemas?: Record<string, Schema> } & Record<string, object>;
}

/** Returns the document with each parameter and response that stands twice under `components`. */
export function sharePartsOf<T extends Whole>(document: T): T {
  const whole = structuredClone(document);
  const operations = operationsOf(whole.paths);
  const messages = [...operations, ...operationsOf(whole.webhooks)]
    .flatMap(({ requestBody = {}, responses = {} }) => [requestBody, ...Object.values(responses)]);
  const inline = messages.flatMap(({ content = {} }) => Object.values(content))
    .flatMap(({ schema }) => schema ?? []);
  if (whole.components?.schemas) {
    leaveToParameters(whole.components.schemas);
    shareFields(whole.components.schemas, inline);
    shareGroups(whole.components.schemas);
  }
  const names = new Names(Object.values(whole.components ?? {}).flatMap((one) => Object.keys(one)));
  const parts = operations.flatMap((one) => one.parameters ?? []);
  const parameters = new Parts("parameters", names, parts);
  const answers = operations.flatMap(({ responses = {} }) => Object.values(responses));
  const responses = new Parts("responses", names, answers);
  for (const operation of operations) {
    operation.parameters = operation.parameters?.map((one) =>
      parameters.refer(one, one.name, `${one.name}_${one.in}`) as Named
    );
    for (const [status, response] of Object.entries(operation.responses ?? {})) {
      operation.responses![status] = responses.refer(response, nameOf(status, response)) as Message;
    }
  }
  whole.security = shareSecurity(operations);
  whole.components = {
    ...whole.components,
    parameters: Object.fromEntries(parameters.named),
    responses: Object.fromEntries(responses.named),
  };
  return whole;
}

/** The filter of a body takes a list's parameters, and each is described there. */
function leaveToParameters(schemas: Record<string, Schema>): void {
  for (const { properties = {} } of Object.values(schemas)) {
    for (const field of Object.values(properties.filter?.properties ?? {})) {
      delete field.description;
    }
  }
}

function operationsOf(items: Whole["paths"] = {}): Operation[] {
  return Object.values(items).flatMap((item) => Object.values(item));
}

/** The credential of most operations holds for all that name no other. */
function shareSecurity(operations: Operation[]): Operation["security"] {
  const most = mostFrequent(operations.map(({ security }) => security));
  for (const operation of operations) {
    if (JSON.stringify(operation.security) === most) delete operation.security;
  }
  return JSON.parse(most);
}

/** `ContactOk` for a success that holds a `ContactAnswer`, `F409` for a failure. */
function nameOf(status: string, { content = {} }: Message): string {
  if (status === "default") return "Other";
  if (status >= "400") return `F${status}`;
  const ref = content["application/json"]?.schema?.$ref;
  return ref ? `${ref.split("/").at(-1)!.replace(/Answer$/, "")}Ok` : `S${status}`;
}

function mostFrequent(parts: unknown[]): string {
  const counts = countsOf(parts);
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0] ?? "[]";
}

function countsOf(parts: unknown[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const part of parts) {
    const text = JSON.stringify(part);
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  return counts;
}

class Parts {
  readonly named = new Map<string, unknown>();
  #counts: Map<string, number>;
  #names = new Map<string, string>();

  constructor(private kind: string, private names: Names, parts: unknown[]) {
    this.#counts = countsOf(parts);
  }

  /** @param wanted names to choose from, the best first */
  refer(part: unknown, ...wanted: string[]): unknown {
    const text = JSON.stringify(part);
    if ((this.#counts.get(text) ?? 0) < 2) return part;
    const name = this.#names.get(text) ?? this.names.choose(wanted);
    this.#names.set(text, name);
    this.named.set(name, part);
    return { $ref: `#/components/${this.kind}/${name}` };
  }
}

/**
 * Names of components. Generators put all sections into one list of types, and write `created_at`
 * and `createdAt` alike.
 */
class Names {
  #taken: Set<string>;

  constructor(names: string[]) {
    this.#taken = new Set(names.map(folded));
  }

  choose(wanted: string[]): string {
    const plain = wanted.map((name) => name.replace(/[^\w.-]/g, "_"));
    for (let n = 1;; n++) {
      const candidates = n === 1 ? plain : [`${plain[0]}_${n}`];
      const free = candidates.find((name) => !this.#taken.has(folded(name)));
      if (free === undefined) continue;
      this.#taken.add(folded(free));
      return free;
    }
  }
}

function folded(name: string): string {
  return name.replace(/[^a-z\d]/gi, "").toLowerCase();
}
