import { FairSemaphore } from "@/lib/fairness/fair_semaphore.ts";

export type Done<Result> = { result: Result } | { error: string };

interface Limits {
  jobMs: number;
  /** Milliseconds without a job after which the thread ends, and frees its memory. */
  idleMs?: number;
}

const defaultIdleMs = 60_000;

interface RunOptions {
  moved?: Transferable[];
  signal?: AbortSignal;
}

/** Runs jobs that would block the process in a thread, one at a time, companies in turn. */
export class Thread<Job, Result> {
  #worker: Worker | undefined;
  #queues = new FairSemaphore<number>({ perQueue: 1, inAll: 1 });
  #idling: ReturnType<typeof setTimeout> | undefined;
  #giveUp: ((reason: Error) => void) | undefined;

  constructor(private readonly url: URL, private readonly limits: Limits) {}

  /**
   * @param queue the job's: a company's id
   * @throws Error the job failed or took too long, or the thread was closed
   */
  async run(job: Job, queue: number, { moved = [], signal }: RunOptions = {}): Promise<Result> {
    const release = await this.#queues.acquire(queue, signal);
    try {
      return await this.#do(job, moved);
    } finally {
      release();
    }
  }

  /** Ends the thread and its job, and rejects those waiting. */
  close(): void {
    this.#queues.clear(ended());
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
