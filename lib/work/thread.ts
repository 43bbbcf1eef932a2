import { FairSemaphore } from "@/lib/fairness/fair_semaphore.ts";

/** Answer of a thread's module to a job. */
export type Done<Result> = { result: Result } | { error: string };

interface Limits {
  /** Milliseconds that a job may take; the thread is ended then, and the next job starts another. */
  jobMs: number;
  /** Milliseconds without a job after which the thread is ended, and its memory with it. */
  idleMs?: number;
}

const defaultIdleMs = 60_000;

interface RunOptions {
  /** Parts of the job that are handed over instead of copied. */
  moved?: Transferable[];
  /** Ends the wait for a turn, with its reason; a job that has begun goes on. */
  signal?: AbortSignal;
}

/**
 * Does work in a thread of its own that would hold up every request here: one job at a time, and
 * those who wait in turn, so that one company's jobs delay another's by one.
 */
export class Thread<Job, Result> {
  #worker: Worker | undefined;
  #turns = new FairSemaphore<number>({ perLane: 1, inAll: 1 });
  #idling: ReturnType<typeof setTimeout> | undefined;
  #giveUp: ((reason: Error) => void) | undefined;

  /** @param url of the module that {@linkcode serveJobs} */
  constructor(private readonly url: URL, private readonly limits: Limits) {}

  /**
   * @param turn whose job it is: a company
   * @throws Error the job failed or took too long, or the thread was closed
   */
  async run(job: Job, turn: number, { moved = [], signal }: RunOptions = {}): Promise<Result> {
    const release = await this.#turns.acquire(turn, signal);
    try {
      return await this.#do(job, moved);
    } finally {
      release();
    }
  }

  /** Ends the thread and its job; those who wait are told so too. */
  close(): void {
    this.#turns.clear(ended());
    this.#end();
  }

  async #do(job: Job, moved: Transferable[]): Promise<Result> {
    clearTimeout(this.#idling);
    const { promise, resolve, reject } = Promise.withResolvers<Done<Result>>();
    this.#giveUp = reject;
    const worker = this.#worker ??= new Worker(this.url, { type: "module" });
    worker.onmessage = ({ data }: MessageEvent<Done<Result>>) => resolve(data);
    worker.onerror = (event) => {
      event.preventDefault(); // or it would end the process
      reject(new Error(event.message));
    };
    const late = setTimeout(() => reject(new Error("it took too long")), this.limits.jobMs);
    try {
      worker.postMessage(job, moved);
      const done = await promise;
      if ("error" in done) throw new Error(done.error);
      return done.result;
    } catch (error) {
      this.#end(); // whatever state it is in
      throw error;
    } finally {
      clearTimeout(late);
      this.#idling = setTimeout(() => this.#end(), this.limits.idleMs ?? defaultIdleMs);
      Deno.unrefTimer(this.#idling);
    }
  }

  #end(): void {
    clearTimeout(this.#idling);
    this.#giveUp?.(ended());
    this.#worker?.terminate();
    this.#worker = undefined;
  }
}

function ended(): Error {
  return new Error("the thread was ended");
}

interface Scope<Job, Result> {
  onmessage: (message: MessageEvent<Job>) => void;
  postMessage(answer: Done<Result>, moved?: Transferable[]): void;
}

/** Makes the module of a thread answer its jobs. */
export function serveJobs<Job, Result>(
  work: (job: Job) => Promise<Result> | Result,
  movedOf: (result: Result) => Transferable[] = () => [],
): void {
  const scope = self as unknown as Scope<Job, Result>;
  scope.onmessage = async ({ data }) => {
    try {
      const result = await work(data);
      scope.postMessage({ result }, movedOf(result));
    } catch (error) {
      scope.postMessage({ error: error instanceof Error ? error.stack! : String(error) });
    }
  };
}
