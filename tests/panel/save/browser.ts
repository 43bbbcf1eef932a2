/** What saving needs of a browser, and a record's server: answers come when a test says so. */
import type { ApiCall, Outcome, Refusal } from "@/lib/panel/api/call_api.ts";
import type { Clock } from "@/lib/panel/save/autosave.ts";

/** One browser's storage: tabs share it, and a page that comes next finds it. */
export class MemoryStorage {
  isBlocked = false;
  #texts = new Map<string, string>();

  getItem(key: string): string | null {
    return this.#open().get(key) ?? null;
  }

  setItem(key: string, text: string): void {
    this.#open().set(key, text);
  }

  removeItem(key: string): void {
    this.#open().delete(key);
  }

  /** The stored values and what they began from; null if nothing is stored. */
  read(path: string): { values: Record<string, unknown>; base: Record<string, unknown> } | null {
    return JSON.parse(this.getItem(`relevo:unsaved:1:${path}`) ?? "null");
  }

  #open(): Map<string, string> {
    if (this.isBlocked) throw new DOMException("blocked", "SecurityError");
    return this.#texts;
  }
}

/** A clock whose timers end when the test says so. */
export class HandClock implements Clock {
  #timers = new Map<symbol, { ms: number; run: () => void }>();

  now(): Date {
    return new Date("2026-03-02T09:00:00Z");
  }

  after(ms: number, run: () => void): () => void {
    const id = Symbol();
    this.#timers.set(id, { ms, run });
    return () => void this.#timers.delete(id);
  }

  get waits(): number[] {
    return [...this.#timers.values()].map(({ ms }) => ms);
  }

  end(): void {
    const timers = [...this.#timers.values()];
    this.#timers.clear();
    for (const { run } of timers) run();
  }
}

export function refusal(status: number, code: string, fields = {}): Refusal {
  return { ok: false, why: "refused", status, code, error: `${code}.`, fields, details: {} };
}

/** A server with one record, which answers reads at once and writes as the test has it. */
export class RecordServer<T extends { version: number }> {
  /** Bodies of the writes that arrived. */
  writes: Record<string, unknown>[] = [];
  /** Answers of the next writes, instead of doing them. */
  failures: Exclude<Outcome<T>, { ok: true }>[] = [];
  #gate = Promise.resolve();

  constructor(
    public record: T,
    private readonly write: (record: T, body: Record<string, unknown>) => Partial<T>,
  ) {}

  /** Writes arrive, and wait for their answer. @returns what lets them go on */
  hold(): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#gate = promise;
    return resolve;
  }

  /** A change of somebody else. */
  change(values: Partial<T>): T {
    return this.record = { ...this.record, ...values, version: this.record.version + 1 };
  }

  call = async (_path: string, { json }: ApiCall): Promise<Outcome<T, unknown>> => {
    if (json === undefined) return { ok: true, data: this.record };
    const { version, ...body } = json as Record<string, unknown>;
    this.writes.push(body);
    const failure = this.failures.shift();
    await this.#gate;
    if (failure) return failure;
    if (version !== this.record.version) return refusal(409, "version_conflict");
    return { ok: true, data: this.change(this.write(this.record, body)) };
  };
}
