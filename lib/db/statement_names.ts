import { createHash } from "node:crypto";
import { BoundedMap } from "@/lib/bounded_map.ts";

/** A statement with this comment is named when it is first asked. */
const atOnce = /^\s*\/\* plan once: (\w+) \*\//;

const maxTexts = 2_000;
const namedFromUse = 3;
/** Names that a connection learns before it is replaced: each keeps its plan in the server. */
const maxNames = 400;

interface Known {
  uses: number;
  name: string | undefined;
}

/** Names statements that are asked often: each connection parses, and mostly plans, them once. */
export class StatementNames {
  #texts = new BoundedMap<string, Known>(maxTexts);
  #learnt = new WeakMap<object, { names: Set<string>; generation: number }>();
  #generation = 0;

  /** Connections that know names are replaced: their plans are of another time. */
  renew(): void {
    this.#generation++;
  }

  /** Whether the connection's plans are of now, and few enough. */
  isFresh(connection: object): boolean {
    const learnt = this.#learnt.get(connection);
    if (!learnt) return true;
    return learnt.generation === this.#generation && learnt.names.size < maxNames;
  }

  /** `undefined` for what is not asked often. */
  nameOf(connection: object, text: string): string | undefined {
    const known = this.#texts.get(text) ?? { uses: 0, name: undefined };
    known.uses++;
    if (known.name === undefined) {
      known.name = atOnce.exec(text)?.[1];
      if (known.uses >= namedFromUse) known.name ??= digestOf(text);
    }
    this.#texts.set(text, known);
    if (known.name !== undefined) this.#note(connection, known.name);
    return known.name;
  }

  #note(connection: object, name: string): void {
    const learnt = this.#learnt.get(connection);
    if (learnt) learnt.names.add(name);
    else this.#learnt.set(connection, { names: new Set([name]), generation: this.#generation });
  }
}

/** Postgres cuts names after 63 bytes. */
function digestOf(text: string): string {
  return createHash("sha256").update(text).digest("base64url").slice(0, 24);
}
