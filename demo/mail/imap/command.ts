import type { Wire } from "./wire.ts";

/** A word, a quoted text or a parenthesis; bytes where they were counted (a literal). */
export type Token = string | Uint8Array;

export interface Command {
  tag: string;
  /** Capitals; `UID FETCH` is one name. */
  name: string;
  args: Token[];
}

/** A page of the demo takes 25 MB of files, which are a third more in a mail. */
const mostLiteralBytes = 48_000_000;

/** Undefined once the other side has gone, or says more than is taken. */
export async function readCommand(wire: Wire): Promise<Command | undefined> {
  const tokens: Token[] = [];
  for (;;) {
    const line = await wire.line();
    if (line === undefined) return undefined;
    const literal = /\{(\d+)\}$/.exec(line);
    tokens.push(...tokensOf(literal ? line.slice(0, literal.index) : line));
    if (!literal) break;
    const size = Number(literal[1]);
    if (size > mostLiteralBytes) return undefined;
    await wire.write("+ go on\r\n");
    const bytes = await wire.bytes(size);
    if (!bytes) return undefined;
    tokens.push(bytes);
  }
  const [tag = "", first = "", second = ""] = tokens.map(textOf);
  const isUid = first.toUpperCase() === "UID";
  const name = (isUid ? `UID ${second}` : first).toUpperCase();
  return { tag, name, args: tokens.slice(isUid ? 3 : 2) };
}

function tokensOf(line: string): string[] {
  return [...line.matchAll(/"((?:[^"\\]|\\.)*)"|[()]|[^\s()"]+/g)]
    .map(([all, quoted]) => quoted === undefined ? all : quoted.replace(/\\(.)/g, "$1"));
}

export function textOf(token: Token | undefined): string {
  return token instanceof Uint8Array ? new TextDecoder().decode(token) : token ?? "";
}

/** Whether a set such as `1,4:*` (RFC 3501, section 9) names a UID; `*` is the newest. */
export function setHas(set: string, newest: number): (uid: number) => boolean {
  const ranges = set.split(",").map((range) => {
    const [from, to = from] = range.split(":").map((end) => end === "*" ? newest : Number(end));
    return [Math.min(from!, to!), Math.max(from!, to!)] as const;
  });
  return (uid) => ranges.some(([from, to]) => from <= uid && uid <= to);
}
