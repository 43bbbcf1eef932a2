import { FairSemaphore } from "@/lib/fairness/fair_semaphore.ts";
import type { Link } from "@/lib/readers/child.ts";
import { decode, encode } from "@/lib/readers/codec.ts";
import type { ReaderKind } from "@/lib/readers/command.ts";
import type { Frame, Outcome } from "@/lib/readers/frames.ts";
import type { Job } from "@/lib/readers/serve.ts";

/** Starts reader processes: this process itself, or the one that launched it. */
export interface ReaderHost {
  open(kind: ReaderKind): Promise<Link>;
}

/** A job whose process was killed, or ended by itself. */
export class ReaderEnded extends Error {
  override name = "ReaderEnded";
  constructor(readonly outcome: Exclude<Outcome, "done" | "thrown"> | "closed") {
    super(sentences[outcome]);
  }
}

const sentences = {
  late: "it took too long",
  memory: "it took too much memory",
  ended: "its process ended",
  unavailable: "its process could not be started",
  closed: "the reader was closed",
};

interface JobOptions {
  /** Mostly a company: jobs of the same one wait for one another. */
  queue: number;
  /** Milliseconds of processor time that it may take. */
  cpuMs: number;
  /** Ends the wait for its turn, not the job. */
  signal?: AbortSignal;
}

const idleMs = 60_000;

/** Reads what strangers made in a process that can be killed: one job at a time, turns in order. */
export class Reader {
  #queues = new FairSemaphore<number>({ perQueue: 1, inAll: 1 });
  #link: Promise<Link> | undefined;
  #idling: ReturnType<typeof setTimeout> | undefined;
  #isClosed = false;

  /** @param options.isKept the process stays when there is nothing to read */
  constructor(
    private readonly host: ReaderHost,
    private readonly options: { kind: ReaderKind; isKept?: boolean },
  ) {}

  /** @throws ReaderEnded, Error the job failed: with the reader's own words */
  async run<Result>(name: string, job: unknown, options: JobOptions): Promise<Result> {
    const release = await this.#queues.acquire(options.queue, options.signal);
    try {
      return await this.#do([name, job], options.cpuMs) as Result;
    } finally {
      release();
    }
  }

  /** Ends the process and its job, and rejects those waiting. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#queues.clear(new ReaderEnded("closed"));
    await this.#end();
  }

  async #do(job: Job, cpuMs: number): Promise<unknown> {
    clearTimeout(this.#idling);
    if (this.#isClosed) throw new ReaderEnded("closed");
    try {
      const { outcome, body } = await this.#call({
        outcome: "done",
        number: Math.ceil(cpuMs),
        body: encode(job),
      });
      if (this.#isClosed) throw new ReaderEnded("closed");
      if (outcome === "done") return decode(body[0]!);
      if (outcome === "thrown") throw new Error(decode(body[0]!) as string);
      throw new ReaderEnded(outcome);
    } finally {
      if (!this.options.isKept) this.#endLater();
    }
  }

  async #call(request: Frame): Promise<Frame> {
    try {
      const link = await (this.#link ??= this.host.open(this.options.kind));
      return await link.call(request);
    } catch {
      void this.#end();
      throw new ReaderEnded(this.#isClosed ? "closed" : "unavailable");
    }
  }

  #endLater(): void {
    this.#idling = setTimeout(() => void this.#end(), idleMs);
    Deno.unrefTimer(this.#idling);
  }

  async #end(): Promise<void> {
    clearTimeout(this.#idling);
    const opening = this.#link;
    this.#link = undefined;
    const link = await opening?.catch(() => undefined);
    await link?.close();
  }
}
