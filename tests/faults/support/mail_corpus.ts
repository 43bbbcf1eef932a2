/** A folder of mails, each read by the app's own reader process and by mailparser, side by side. */
import { join, relative } from "node:path";
import { ownReaders } from "@/lib/readers/hosts.ts";
import { Reader } from "@/lib/readers/reader.ts";
import type { Parsed } from "@/lib/channels/in/meta/parsed.ts";
import { type Difference, differences } from "./mail_differences.ts";
import { type Reading, readingOf, theirReading } from "./mail_readings.ts";

export interface Report {
  /** Each mail that was read otherwise, or was no mail for one of the two. */
  lines: string[];
  count: number;
  /** Number of mails with a difference of that kind. */
  kinds: Map<Difference["kind"] | "problem" | "refusal", number>;
  /** Mails that our reader was killed by, or that it failed on. */
  failures: string[];
}

/** Processor time that the app gives a mail at most. */
const mostMs = 5_000;

/** @throws Error there is none */
export async function compareFolder(folder: string, cpuMs = mostMs): Promise<Report> {
  const paths = [...mailsIn(folder)].sort();
  if (paths.length === 0) throw new Error(`${folder} has no file that ends in .eml`);
  const report: Report = { lines: [], count: 0, kinds: new Map(), failures: [] };
  const reader = new Reader(ownReaders(Deno.cwd()), { kind: "mail", isKept: true });
  try {
    const read = (raw: Uint8Array) => ourReading(reader, raw, cpuMs);
    for (const path of paths) await compare(read, report, path, relative(folder, path));
  } finally {
    await reader.close();
  }
  return report;
}

export function totalsOf({ count, lines, kinds, failures }: Report): string {
  const of = [...kinds].sort(([a], [b]) => a < b ? -1 : 1).map(([kind, n]) => `${n} ${kind}`);
  const failed = failures.length > 0 ? `, ${failures.length} not read` : "";
  const alike = count - lines.length - failures.length;
  return [`${count} mails, ${alike} read alike${failed}`, ...of].join("; ");
}

async function compare(
  read: (raw: Uint8Array) => Promise<Reading>,
  report: Report,
  path: string,
  name: string,
): Promise<void> {
  const raw = await Deno.readFile(path);
  report.count++;
  const note = (kind: Difference["kind"] | "problem" | "refusal") =>
    report.kinds.set(kind, (report.kinds.get(kind) ?? 0) + 1);
  const ours = await read(raw).catch((error: Error) => error);
  if (ours instanceof Error) {
    const [words = ""] = ours.message.split("\n", 1);
    // Its own words for what is no mail, or nobody's; a TypeError or a killed process has others.
    const isProblem = words.startsWith("Error: ");
    if (isProblem) note("problem");
    (isProblem ? report.lines : report.failures).push(`${name}: ${words}`);
    return;
  }
  const theirs = await theirReading(raw).catch((error: Error) => error);
  if (theirs instanceof Error) {
    note("refusal");
    report.lines.push(`${name}: mailparser says ${theirs.message.slice(0, 200)}`);
    return;
  }
  const list = differences(ours, theirs);
  if (list.length === 0) return;
  for (const { kind } of list) note(kind);
  const words = list.map(({ kind, ours, theirs }) => `${kind} ${ours} ≠ ${theirs}`);
  report.lines.push(`${name}: ${words.join("; ")}`);
}

async function ourReading(reader: Reader, body: Uint8Array, cpuMs: number): Promise<Reading> {
  const job = {
    ...{ kind: "email", body, externalId: "1", direction: "in" },
    reader: { ownAddress: null, authservId: null },
  };
  const parsed = await reader.run<Parsed>("event", job, { queue: 1, cpuMs });
  if (!("message" in parsed)) throw new Error("it is read as no message");
  return readingOf(parsed.message);
}

function* mailsIn(folder: string): Generator<string> {
  for (const { name, isDirectory, isFile } of Deno.readDirSync(folder)) {
    const path = join(folder, name);
    if (isDirectory) yield* mailsIn(path);
    else if (isFile && name.toLowerCase().endsWith(".eml")) yield path;
  }
}
