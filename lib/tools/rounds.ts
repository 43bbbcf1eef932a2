import { describeError, type Log } from "@/lib/tools/log.ts";

interface RoundsOptions {
  log: Log;
  everyMs: number;
  /** Event of the log at the first failure of several. */
  failure: string;
}

/** Work by the clock, one round at a time. A round never rejects: the next repeats what failed. */
export class Rounds {
  #timer: ReturnType<typeof setInterval> | undefined;
  #running: Promise<void> | undefined;
  #hasFailed = false;

  constructor(
    private readonly act: () => Promise<void>,
    private readonly options: RoundsOptions,
  ) {}

  /** The next round comes after the interval; the process may end before. */
  start(): void {
    this.#timer ??= setInterval(() => this.go(), this.options.everyMs);
    Deno.unrefTimer(this.#timer);
  }

  /** Makes a round, or waits for the one that is on. */
  go(): Promise<void> {
    return this.#running ??= this.act()
      .then(() => void (this.#hasFailed = false))
      .catch((error) => {
        const { log, failure } = this.options;
        if (!this.#hasFailed) log.warn(failure, describeError(error));
        this.#hasFailed = true;
      })
      .finally(() => this.#running = undefined);
  }

  /** Waits for the round that is on. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#running;
  }
}
