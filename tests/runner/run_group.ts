/** Some test files in one `deno test`. */
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { guardProcess } from "../support/process.ts";
import { type Group, labelOf, ROOT } from "./files.ts";
import { withoutOutput } from "./times.ts";

/**
 * No test is silent for so long, also where ten others share its core. The guard is against tests
 * that wait for ever: a slow machine must not decide what passes.
 */
const SILENCE_MS = 20 * 60_000;

/** Report of one or many files. */
export interface Counts {
  passed: number;
  failed: number;
  ignored: number;
}

export interface GroupResult extends Counts {
  group: Group;
  ms: number;
  output: string;
  /** The tests that failed, as they are named, each behind its file. */
  failures: string[];
}

export interface RunningGroup {
  group: Group;
  startedAt: number;
  /** The test that has begun and not ended, if one has. */
  test(): string | undefined;
  kill(): void;
  result: Promise<GroupResult>;
}

interface RunOptions {
  /** Arguments of `deno test` before the files: permissions, a filter. */
  args: string[];
  env: Record<string, string>;
  /** Goes with the process, if this one is killed. */
  tmp: string;
}

/**
 * Starts the tests of the files; the result never rejects. They are modules of one program: most of
 * what a short file costs is loading and compiling what all of them import.
 */
export function runGroup(group: Group, { args, env, tmp }: RunOptions): RunningGroup {
  const startedAt = performance.now();
  const child = new Deno.Command(Deno.execPath(), {
    // Types are the matter of `deno task check`, packages that of the runner.
    args: ["test", "--no-check", "--node-modules-dir=manual", ...args, entryOf(group, tmp)],
    cwd: ROOT,
    clearEnv: true,
    env: { ...env, NO_COLOR: "1" },
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const guard = guardProcess(child.pid, { directory: tmp });
  let output = "";
  let cut = "";
  const kill = () => {
    try {
      // With SIGKILL: processes that its tests started are watched and end with it.
      child.kill("SIGKILL");
    } catch {
      // It has ended already.
    }
  };
  const test = () => pendingIn(output);
  let silence: ReturnType<typeof setTimeout>;
  const listen = () => {
    clearTimeout(silence);
    silence = setTimeout(() => {
      cut = `cut after ${SILENCE_MS / 60_000} minutes without a word, in: ${test() ?? "no test"}`;
      kill();
    }, SILENCE_MS);
  };
  async function read(stream: ReadableStream<Uint8Array>): Promise<void> {
    const decoder = new TextDecoder();
    for await (const bytes of stream) {
      output += decoder.decode(bytes, { stream: true });
      listen();
    }
  }
  async function end(): Promise<GroupResult> {
    listen();
    const [status] = await Promise.all([child.status, read(child.stdout), read(child.stderr)]);
    clearTimeout(silence);
    await guard.release();
    const ms = performance.now() - startedAt;
    if (cut) output += `\n${cut}\n`;
    const failures = failuresIn(output);
    if (cut) failures.push(cut);
    else if (!status.success && failures.length === 0) {
      failures.push(`ended with code ${status.code}, in: ${test() ?? "no test"}`);
    }
    const named = failures.map((name) => `${fileOf(name, group)}: ${name}`);
    return { group, ms, output, failures: named, ...countsIn(output, status.success && !cut) };
  }
  return { group, startedAt, test, kill, result: end() };
}

/** The file itself, or one that imports them all. */
function entryOf(group: Group, tmp: string): string {
  if (group.length === 1) return group[0]!;
  const path = Deno.makeTempFileSync({ dir: tmp, prefix: "group-", suffix: ".test.ts" });
  const imports = group.map((file) =>
    `import ${JSON.stringify(pathToFileURL(resolve(ROOT, file)))};`
  );
  Deno.writeTextFileSync(path, imports.join("\n"));
  return path;
}

/** The one of the files that has the test's name in its text, or all where it is put together. */
function fileOf(test: string, group: Group): string {
  const name = test.replace(/ \((?:postgres|pglite)\)$/, "");
  const files = group.filter((file) => Deno.readTextFileSync(resolve(ROOT, file)).includes(name));
  return files.length === 1 ? files[0]! : labelOf(group);
}

/** The name of the last test of the output that has begun without having ended. */
export function pendingIn(output: string): string | undefined {
  const own = withoutOutput(output);
  const begun = [...own.matchAll(/^(\S.*?) \.\.\.(.*)$/gm)].at(-1);
  if (!begun) return undefined;
  // A test that takes long is mentioned in between, and its end stands on a line of its own.
  const since = own.slice(begun.index + begun[1]!.length);
  return /^(?: \.\.\.)? (?:ok|FAILED|ignored)\b/m.test(since) ? undefined : begun[1];
}

/**
 * The counts of the summary line of `deno test`: "ok | 3 passed (1 step) | 0 failed | 1 ignored".
 * Without one, because the process was cut, those of the tests that had ended until then.
 */
export function countsIn(output: string, success: boolean): Counts {
  const line = output.match(/^(?:ok|FAILED) \| \d+ passed.*$/gm)?.at(-1);
  const ended = (word: string) =>
    [...output.matchAll(new RegExp(`^(?:\\S.* \\.\\.\\.)? ${word}\\b`, "gm"))].length;
  const count = (what: string, word: string) =>
    line ? Number(line.match(new RegExp(`(\\d+) ${what}`))?.[1] ?? 0) : ended(word);
  const failed = count("failed", "FAILED");
  return {
    passed: count("passed", "ok"),
    // A file that does not load, a process that was killed: a failure without a count.
    failed: success ? failed : Math.max(failed, 1),
    ignored: count("ignored", "ignored"),
  };
}

/** The names below the headline FAILURES: "a name => ./tests/x.test.ts:3:6". */
export function failuresIn(output: string): string[] {
  const [, list = ""] = output.split(/^ ?FAILURES ?$/m);
  return [...list.matchAll(/^(.+) => \S+:\d+:\d+$/gm)].map(([, name]) => name!);
}
