import { createHash } from "node:crypto";
import { plannedForValues } from "@/lib/db/pool/literals.ts";
import { BoundedMap } from "@/lib/tools/bounded_map.ts";

/** A statement with this comment is named when it is first asked. */
const atOnce = /^\s*\/\* plan once: (\w+) \*\//;

/** Lists are planned for their values each time: one plan for all would read a large neighbour. */
const changes = /\b(insert into|update|delete from|set_config)\b/i;

/** Whether the pool may prepare the statement: a change, a lock, or a look-up with a name. */
export function mayPrepare(text: string): boolean {
  return atOnce.test(text) || changes.test(text);
}

const maxTexts = 2_000;
const namedFromUse = 3;
/** Names that a connection learns before it is replaced: each keeps its plan in the server. */
const maxNames = 400;
/** Lists among them: one for each company, order and size of a page. */
const maxLists = 60;

interface TextUse {
  uses: number;
  name: string | undefined;
}

interface Knowledge {
  names: Map<string, Learnt>;
  lists: number;
}

/** Statements that a connection has prepared or tried to, and in which generation. */
interface Learnt {
  text: string;
  generation: number;
  isSure: boolean;
}

/** Names changes that are asked often: each connection parses, and mostly plans, them once. */
export class StatementNames {
  #texts = new BoundedMap<string, TextUse>(maxTexts);
  /** Apart, as they are many and would displace the others. */
  #lists = new BoundedMap<string, TextUse>(maxTexts);
  #learnt = new WeakMap<object, Knowledge>();
  #generation = 0;

  /** Prepares each statement anew at its next use: plans are of another time. */
  renew(): void {
    this.#generation++;
  }

  isFull(connection: object): boolean {
    return (this.#learnt.get(connection)?.names.size ?? 0) >= maxNames;
  }

  /** `undefined` for what is not asked often, or is one list too many for the connection. */
  nameOf(text: string, connection: object): string | undefined {
    const isList = isPlannedForValues(text);
    if (!isList && !mayPrepare(text)) return undefined;
    const texts = isList ? this.#lists : this.#texts;
    const use = texts.get(text) ?? { uses: 0, name: undefined };
    use.uses++;
    if (use.name === undefined) {
      use.name = atOnce.exec(text)?.[1];
      if (use.uses >= namedFromUse) use.name ??= digestOf(text);
    }
    texts.set(text, use);
    return isList && use.name && !this.#hasPlace(connection, use.name) ? undefined : use.name;
  }

  #hasPlace(connection: object, name: string): boolean {
    const knowledge = this.#of(connection);
    if (knowledge.names.has(name)) return true;
    if (knowledge.lists >= maxLists) return false;
    knowledge.lists++;
    return true;
  }

  /** Whether the connection knows the name; "perhaps" where it has to forget it first. */
  tries(connection: object, name: string, text: string): boolean | "perhaps" {
    const { names } = this.#of(connection);
    const learnt = names.get(name);
    if (learnt && learnt.text !== text) throw new Error(`two statements are named "${name}"`);
    if (learnt?.isSure && learnt.generation === this.#generation) return true;
    names.set(name, { text, generation: this.#generation, isSure: false });
    return learnt ? "perhaps" : false;
  }

  knows(connection: object, name: string): void {
    const learnt = this.#of(connection).names.get(name);
    if (learnt) learnt.isSure = true;
  }

  #of(connection: object): Knowledge {
    const knowledge = this.#learnt.get(connection) ??
      { names: new Map<string, Learnt>(), lists: 0 };
    this.#learnt.set(connection, knowledge);
    return knowledge;
  }
}

export function isPlannedForValues(text: string): boolean {
  return text.startsWith(plannedForValues);
}

/** Postgres cuts names after 63 bytes. */
function digestOf(text: string): string {
  return createHash("sha256").update(text).digest("base64url").slice(0, 24);
}
