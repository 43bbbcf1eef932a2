/** Components for parts that many operations share. */

interface Operation {
  parameters?: Named[];
  responses?: Record<string, unknown>;
  security?: Record<string, string[]>[];
}

interface Named {
  in: string;
  name: string;
}

interface Whole {
  security?: Operation["security"];
  paths?: Record<string, Record<string, Operation>>;
  components?: Record<string, unknown>;
}

/** Returns the document with each parameter and failure that stands twice under `components`. */
export function sharePartsOf<T extends Whole>(document: T): T {
  const whole = structuredClone(document);
  const operations = Object.values(whole.paths ?? {}).flatMap((item) => Object.values(item));
  const parameters = new Parts("parameters", operations.flatMap((one) => one.parameters ?? []));
  const responses = new Parts("responses", operations.flatMap((one) => failuresOf(one)));
  for (const operation of operations) {
    operation.parameters = operation.parameters?.map((one) =>
      parameters.refer(one, one.name) as Named
    );
    for (const [status, response] of Object.entries(operation.responses ?? {})) {
      operation.responses![status] = responses.refer(
        response,
        status === "default" ? "Other" : `F${status}`,
      );
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

/** The credential of most operations holds for all that name no other. */
function shareSecurity(operations: Operation[]): Operation["security"] {
  const most = new Parts("security", operations.map(({ security }) => security)).mostFrequent();
  for (const operation of operations) {
    if (JSON.stringify(operation.security) === most) delete operation.security;
  }
  return JSON.parse(most);
}

function failuresOf({ responses = {} }: Operation): unknown[] {
  return Object.entries(responses).filter(([status]) => status >= "400").map(([, one]) => one);
}

class Parts {
  readonly named = new Map<string, unknown>();
  #counts = new Map<string, number>();
  #names = new Map<string, string>();
  #taken = new Set<string>();

  constructor(private kind: string, parts: unknown[]) {
    for (const part of parts) {
      const text = JSON.stringify(part);
      this.#counts.set(text, (this.#counts.get(text) ?? 0) + 1);
    }
  }

  mostFrequent(): string {
    return [...this.#counts].sort(([, a], [, b]) => b - a)[0]?.[0] ?? "[]";
  }

  refer(part: unknown, wanted: string): unknown {
    const text = JSON.stringify(part);
    if ((this.#counts.get(text) ?? 0) < 2) return part;
    const name = this.#names.get(text) ?? this.#name(wanted);
    this.#names.set(text, name);
    this.named.set(name, part);
    return { $ref: `#/components/${this.kind}/${name}` };
  }

  /** Numbers parts of one name; `created_at` and `createdAt` count as one, as in generators. */
  #name(wanted: string): string {
    const plain = wanted.replace(/[^\w.-]/g, "_");
    for (let n = 1;; n++) {
      const name = n === 1 ? plain : `${plain}_${n}`;
      const folded = name.replace(/[^a-z\d]/gi, "").toLowerCase();
      if (this.#taken.has(folded)) continue;
      this.#taken.add(folded);
      return name;
    }
  }
}
