import { readerCommand, type ReaderKind } from "@/lib/readers/command.ts";
import { type Frame, type Outcome, readFrame, sizeOf, writeFrame } from "@/lib/readers/frames.ts";
import { usageOf } from "@/lib/readers/usage.ts";

export interface Link {
  /** Runs one job at a time. Never rejects for what the job does. */
  call(request: Frame): Promise<Frame>;
  /** Settles when the process is gone. */
  close(): Promise<void>;
}

const lookMs = 250;
/** Resident memory beyond which the process is killed. */
const mostBytes = 768 * 1024 * 1024;
const largeBytes = 2 * 1024 * 1024;
const keptBytes = 128 * 1024 * 1024;
const wallMs = (cpuMs: number) => 3 * cpuMs + 10_000;
const startMs = 60_000;

interface Running {
  process: Deno.ChildProcess;
  input: Input;
  output: Output;
  /** Processor time by its last report. */
  cpuMs: number;
  outcome?: Outcome;
}

/** A reader process: killed when a job takes too long or too much memory, and started anew. */
export class Child implements Link {
  #running: Promise<Running> | undefined;
  #ending = new Set<Promise<void>>();
  #isClosed = false;

  constructor(private readonly root: string, private readonly kind: ReaderKind) {
    this.#start();
  }

  async call(request: Frame): Promise<Frame> {
    let running: Running | undefined;
    try {
      running = await (this.#running ?? this.#start());
      const response = await watched(running, request);
      if (sizeOf(request) >= largeBytes) await this.#renew(running);
      return response;
    } catch {
      const outcome = running ? running.outcome ?? "ended" : "unavailable";
      if (running) this.#end(running);
      if (running && !this.#isClosed) this.#start();
      return { outcome, number: 0, body: [] };
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const running = await this.#running?.catch(() => undefined);
    if (running) this.#end(running);
    await Promise.all(this.#ending);
  }

  #start(): Promise<Running> {
    const starting = this.#isClosed
      ? Promise.reject(new Error("the reader is closed"))
      : started(this.root, this.kind);
    this.#running = starting;
    starting.catch(() => this.#running === starting && (this.#running = undefined));
    return starting;
  }

  /** V8 gives little of what a large job took back. */
  async #renew(running: Running): Promise<void> {
    const usage = await usageOf(running.process.pid);
    if (!usage || usage.bytes < keptBytes || this.#isClosed) return;
    this.#end(running);
    this.#start();
  }

  #end(running: Running): void {
    this.#running = undefined;
    const ending = ended(running).finally(() => this.#ending.delete(ending));
    this.#ending.add(ending);
  }
}

async function watched(running: Running, request: Frame): Promise<Frame> {
  const stopWatching = watch(running, request.number);
  try {
    await writeFrame(running.input, request);
    const response = await readFrame(running.output);
    if (!response) throw new Error("the reader has ended");
    running.cpuMs = response.number;
    return response;
  } finally {
    stopWatching();
  }
}

async function started(root: string, kind: ReaderKind): Promise<Running> {
  const process = readerCommand(root, [kind]).spawn();
  const running = {
    process,
    input: new Input(process.stdin.getWriter()),
    output: new Output(process.stdout.getReader()),
    cpuMs: 0,
  };
  const late = setTimeout(() => kill(process), startMs);
  try {
    const ready = await readFrame(running.output);
    if (!ready) throw new Error("the reader did not start");
    return { ...running, cpuMs: ready.number };
  } catch (error) {
    await ended(running);
    throw error;
  } finally {
    clearTimeout(late);
  }
}

async function ended({ process, input, output }: Running): Promise<void> {
  kill(process);
  await Promise.all([process.status, input.close(), output.close()]);
}

/** Kills what takes too much time or memory. @returns ends the watch */
function watch(running: Running, cpuMs: number): () => void {
  const { process, cpuMs: before } = running;
  const startedAt = performance.now();
  let isOver = false;
  const look = async () => {
    const usage = await usageOf(process.pid);
    if (isOver) return;
    const tookMs = performance.now() - startedAt;
    const usedMs = usage ? usage.cpuMs - before : tookMs;
    if (usedMs >= cpuMs || tookMs >= wallMs(cpuMs)) running.outcome = "late";
    else if (usage && usage.bytes > mostBytes) running.outcome = "memory";
    if (running.outcome) return kill(process);
    timer = setTimeout(look, Math.min(lookMs, Math.max(cpuMs - usedMs, 20)));
  };
  let timer = setTimeout(look, Math.min(lookMs, cpuMs));
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
}

function kill(process: Deno.ChildProcess): void {
  try {
    process.kill("SIGKILL");
  } catch {
    // It has ended already.
  }
}

class Input {
  constructor(private readonly writer: WritableStreamDefaultWriter<Uint8Array>) {
    writer.closed.catch(() => {}); // told by the write that fails
  }

  async write(bytes: Uint8Array): Promise<number> {
    await this.writer.write(bytes);
    return bytes.length;
  }

  async close(): Promise<void> {
    await this.writer.abort().catch(() => {});
  }
}

class Output {
  #rest = new Uint8Array();

  constructor(private readonly reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>) {}

  async read(into: Uint8Array): Promise<number | null> {
    if (this.#rest.length === 0) {
      const { done, value } = await this.reader.read();
      if (done) return null;
      this.#rest = value;
    }
    const count = Math.min(into.length, this.#rest.length);
    into.set(this.#rest.subarray(0, count));
    this.#rest = this.#rest.subarray(count);
    return count;
  }

  async close(): Promise<void> {
    await this.reader.cancel().catch(() => {});
  }
}
