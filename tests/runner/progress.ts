/** Progress of a run. */
import { proofMark } from "../faults/support/proof.ts";
import { labelOf } from "./files.ts";
import type { GroupResult, RunningGroup } from "./run_group.ts";

/** After so long without a word, it says what is running. */
const QUIET_MS = 30_000;

interface ProgressOptions {
  /** The number of files. */
  all: number;
  /** Those that run at the moment; it changes. */
  running: ReadonlySet<RunningGroup>;
  /** Whether to print each test, also where all passed. */
  isVerbose: boolean;
}

/**
 * Prints a line for each group of files that has ended, and between them what is running and what
 * is left.
 */
export class Progress implements Disposable {
  #options: ProgressOptions;
  #ended = 0;
  #timer: ReturnType<typeof setInterval>;

  constructor(options: ProgressOptions) {
    this.#options = options;
    this.#timer = this.#waits();
  }

  ended(result: GroupResult): void {
    const { group, passed, failed, ignored, ms, output } = result;
    this.#ended += group.length;
    const counts = [`${passed} passed`];
    if (failed) counts.push(`${failed} failed`);
    if (ignored) counts.push(`${ignored} ignored`);
    if (failed || this.#options.isVerbose) console.log(output.trimEnd());
    else {
      for (const line of output.split("\n")) if (line.startsWith(proofMark)) console.log(line);
    }
    console.log(
      `${failed ? "FAILED" : "ok"} ${labelOf(group)}: ${counts.join(", ")} in ${inSeconds(ms)} ` +
        `(${this.#ended} of ${this.#options.all})`,
    );
    clearInterval(this.#timer);
    this.#timer = this.#waits();
  }

  #waits(): ReturnType<typeof setInterval> {
    return setInterval(() => {
      const running = [...this.#options.running];
      const now = running.map((run) => {
        const since = inSeconds(performance.now() - run.startedAt);
        return `${labelOf(run.group)} for ${since}${run.test() ? `, in "${run.test()}"` : ""}`;
      });
      const begun = running.flatMap(({ group }) => group).length;
      const remaining = this.#options.all - this.#ended - begun;
      console.log(
        `running: ${now.join("; ")}; ${remaining} ${remaining === 1 ? "file" : "files"} left`,
      );
    }, QUIET_MS);
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
  }
}

export function inSeconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`;
}
