import { parseArgs } from "node:util";
import * as z from "zod";

export class UsageError extends Error {
  override name = "UsageError";
  constructor(problems: string[]) {
    super(problems.join("\n"));
  }
}

type Shape = Record<string, z.ZodType>;

/**
 * Reads long options: those of `shape` take a value, those of `flags` none.
 * @param word the one of `shape` that is given without its name
 * @throws UsageError naming everything that is wrong
 */
export function readOptions<S extends Shape, Flag extends string = never>(
  args: string[],
  shape: S,
  flags: Flag[] = [],
  word?: string,
): z.infer<z.ZodObject<S>> & Record<Flag, boolean> {
  const problems: string[] = [];
  const valued = Object.keys(shape).filter((name) => name !== word);
  const values = collect(args, { valued, flags, word, problems });
  const parsed = z.object(shape).safeParse(values);
  for (const { path: [name], message } of parsed.error?.issues ?? []) {
    const option = String(name);
    const value = values[option];
    if (value === undefined) {
      problems.push(
        option === word ? `${option.toUpperCase()} is missing` : `--${option} is missing`,
      );
    } else problems.push(value ? `--${option}: ${message}` : `--${option} needs a value`);
  }
  if (problems.length > 0) throw new UsageError([...new Set(problems)]);
  const set = flags.map((flag) => [flag, flag in values]);
  return { ...parsed.data, ...Object.fromEntries(set) };
}

interface Expected {
  valued: string[];
  flags: string[];
  word?: string;
  problems: string[];
}

function collect(
  args: string[],
  { valued, flags, word, problems }: Expected,
): Record<string, string> {
  const options = Object.fromEntries(valued.map((name) => [name, { type: "string" as const }]));
  const { tokens } = parseArgs({
    args: withExplicitValues(args, valued),
    options,
    strict: false,
    tokens: true,
  });
  const values: Record<string, string> = {};
  for (const token of tokens) {
    if (token.kind === "positional" && word && !(word in values)) values[word] = token.value;
    else if (token.kind === "positional") problems.push(`"${token.value}" is not expected`);
    if (token.kind !== "option") continue;
    const { name, rawName } = token;
    const isFlag = flags.includes(name) && rawName.startsWith("--");
    if (!isFlag && !valued.includes(name)) problems.push(`${rawName} is unknown`);
    else if (name in values) problems.push(`--${name} is given twice`);
    else if (isFlag && token.value !== undefined) problems.push(`--${name} takes no value`);
    else values[name] = token.value ?? "";
  }
  return values;
}

/** `--company --name shop` forgets a value; parseArgs would take `--name` for it. */
function withExplicitValues(args: string[], valued: string[]): string[] {
  return args.map((arg, at) => {
    const next = args[at + 1];
    const isBare = valued.some((name) => arg === `--${name}`);
    return isBare && (next === undefined || next.startsWith("--")) ? `${arg}=` : arg;
  });
}
