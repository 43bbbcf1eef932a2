/** Answers of the demo's app as examples of the document, of one record where there are several. */
import type { Operation } from "../operations.ts";

const file = new URL("../../../lib/http/document/answers.json", import.meta.url);

export type Answers = Record<string, unknown>;

/** Calls of programs and phones, and lists, where they answer JSON. */
export function needsAnswer({ id, guard, answer }: Operation): boolean {
  return answer !== undefined && (guard === "key" || guard === "device" || id.startsWith("list"));
}

/** One answer of each kind: with a record where there is one, and of a reading call. */
export function oneOfEach(answers: Answers, operations: Map<string, Operation>): Answers {
  const rank = (id: string) =>
    Number(!hasRecord(answers[id])) * 2 + Number(operations.get(id)!.verb !== "GET");
  const ids = Object.keys(answers).sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
  const kinds = new Map(ids.toReversed().map((id) => [operations.get(id)!.answer, id]));
  return Object.fromEntries([...kinds.values()].sort().map((id) => [id, answers[id]]));
}

const longestText = 300;

/** The first of each list, without secrets; the beginning of a long text, such as a picture's. */
export function sampleOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(sampleOf);
  if (typeof value === "string") {
    const text = value.replace(/^(rl[a-z]_).+/, "$1example");
    return text.length > longestText ? `${text.slice(0, 200)}…` : text;
  }
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, sampleOf(inner)]));
}

/** Names of the answer's own fields and of those of its record. */
export function fieldsOf(answer: unknown): string[] {
  const { data, ...envelope } = answer as { data: unknown };
  const record = (Array.isArray(data) ? data[0] : data) ?? {};
  return [...Object.keys(envelope), ...Object.keys(record)].sort();
}

export function hasRecord(answer: unknown): boolean {
  const { data } = answer as { data: unknown };
  return !Array.isArray(data) || data.length > 0;
}

export async function readAnswers(): Promise<Answers> {
  return JSON.parse(await Deno.readTextFile(file));
}

/** One operation a line. */
export async function writeAnswers(answers: Answers): Promise<void> {
  const lines = Object.entries(answers).sort(([a], [b]) => a < b ? -1 : 1)
    .map(([id, answer]) => `${JSON.stringify(id)}: ${JSON.stringify(answer)}`);
  await Deno.writeTextFile(file, `{\n${lines.join(",\n")}\n}\n`);
}
