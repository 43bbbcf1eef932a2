import type { Due } from "@/lib/after_commit.ts";
import type { Db } from "@/lib/db/connection.ts";
import { alarmAheadMs, Alarms } from "@/lib/notify/callbacks/alarms.ts";
import {
  findDue,
  finishAttempts,
  type Finished,
  leaseCallbacks,
  type Owed,
  returnLeases,
} from "@/lib/notify/callbacks/callbacks.ts";
import { HostHealth } from "@/lib/notify/callbacks/host_health.ts";
import type { PostResult } from "@/lib/notify/outbound/outbound.ts";
import { judge } from "@/lib/notify/callbacks/retry_schedule.ts";
import { describeError, type Log } from "@/lib/log.ts";
import { Batcher } from "@/lib/work/batcher.ts";

export interface PoolOptions {
  db: Db;
  log: Log;
  /** Never rejects. */
  send(owed: Owed, signal: AbortSignal): Promise<PostResult>;
  /** Sets the alarm for a retry; if it is lost, the sweep finds the row. */
  remind(due: Due, delayMs: number): Promise<void>;
  most?: number;
  maxPerHost?: number;
  /** Milliseconds (tests). */
  now?: () => number;
}

interface Host {
  waiting: Set<string>;
  active: number;
  health: HostHealth;
  /** More is due than fits in `waiting`: sweep again afterwards. */
  more: boolean;
  timer?: ReturnType<typeof setTimeout>;
}

const maxWaiting = 500;
const retryStoreMs = 500;
const storeForMs = 20_000;
const storeWhileStoppingMs = 2_000;
/** What a stop takes beyond its grace: the leases of what was cut off are handed back. */
const handBackMs = 1_500;
const sweepAgainMs = 5_000;

/**
 * Sends due callbacks: a bounded number at once, fewer per host, hosts in turn, so that a slow or
 * dead receiver holds up no other. Postgres knows what is owed.
 */
export class CallbackPool {
  #hosts = new Map<string, Host>();
  #active = 0;
  /** Whether it was offered again during its attempt. */
  #inFlight = new Map<string, boolean>();
  #self = crypto.randomUUID();
  #stopping = new AbortController();
  #stopped = false;
  #idle: (() => void)[] = [];
  #leases: Batcher<string, Owed | undefined>;
  #finishes: Batcher<Finished, void>;
  #alarms: Alarms;
  #sweeps = new Set<{ startedAt: number }>();
  #sweepFailed = false;
  #sweepAgain: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly options: PoolOptions) {
    this.#alarms = new Alarms(options.remind);
    this.#leases = new Batcher(async (ids) => {
      const leased = await leaseCallbacks(options.db, ids, this.#self);
      const owed = new Map(leased.map((one) => [one.id, one]));
      return ids.map((id) => owed.get(id));
    }, { most: 200 });
    this.#finishes = new Batcher(async (finished) => {
      await finishAttempts(options.db, finished);
      return finished.map(() => {});
    }, { most: 200 });
  }

  offer(due: Due[]): void {
    if (this.#stopped) return;
    for (const { id, host: name } of due) {
      const host = this.#host(name);
      this.#alarms.hasRung(id);
      if (this.#inFlight.has(id)) this.#inFlight.set(id, true);
      else if (host.waiting.size < maxWaiting || host.waiting.has(id)) host.waiting.add(id);
      else host.more = true;
    }
    this.#pump();
  }

  /** Finds what is due or has no alarm: at start, every minute, and after a full host. */
  async sweep(host?: string): Promise<void> {
    if (this.#stopped) return;
    const sweep = { startedAt: performance.now() };
    this.#sweeps.add(sweep);
    try {
      await this.#takeUp(host);
      this.#sweepFailed = false;
    } catch (error) {
      this.#sweepFailed = true;
      this.#sweepAgainLater();
      throw error;
    } finally {
      this.#sweeps.delete(sweep);
    }
  }

  async #takeUp(name?: string): Promise<void> {
    this.#alarms.forgetPast();
    const options = { perHost: maxWaiting, host: name, aheadMs: alarmAheadMs };
    const found = await findDue(this.options.db, options);
    const isDue = (one: { delayMs: number }) => one.delayMs === 0;
    for (const [name, ofHost] of Map.groupBy(found, (one) => one.host)) {
      if (ofHost.length >= maxWaiting && ofHost.some(isDue)) this.#host(name).more = true;
    }
    this.offer(found.filter(isDue));
    for (const { id, host, delayMs } of found) {
      if (delayMs > 0) this.#alarms.set({ id, host }, delayMs);
    }
  }

  #sweepAgainLater(): void {
    this.#sweepAgain ??= setTimeout(() => {
      this.#sweepAgain = undefined;
      this.sweep().catch((error) => this.options.log.warn("sweep_failed", describeError(error)));
    }, sweepAgainMs);
  }

  /** Whether a sweep has failed, or anything waits longer than `ms` for the database. */
  isStuck(ms: number): boolean {
    const now = performance.now();
    return this.#sweepFailed || [...this.#sweeps].some(({ startedAt }) => now - startedAt > ms) ||
      this.#leases.runningMs > ms || this.#finishes.runningMs > ms;
  }

  /** Waits `graceMs` for what is in flight, then returns the other leases. */
  async stop(graceMs: number): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#sweepAgain);
    for (const host of this.#hosts.values()) {
      clearTimeout(host.timer);
      host.waiting.clear();
    }
    const abort = setTimeout(() => this.#stopping.abort(), graceMs);
    const { promise: idle, resolve } = Promise.withResolvers<void>();
    // A database that does not answer is not waited for: leases end by themselves.
    const late = setTimeout(resolve, graceMs + handBackMs);
    if (this.#active === 0) resolve();
    else this.#idle.push(resolve);
    await idle;
    clearTimeout(abort);
    clearTimeout(late);
  }

  get load(): { active: number; waiting: number } {
    let waiting = 0;
    for (const host of this.#hosts.values()) waiting += host.waiting.size;
    return { active: this.#active, waiting };
  }

  #host(name: string): Host {
    let host = this.#hosts.get(name);
    if (!host) {
      const health = new HostHealth(this.options.now);
      host = { waiting: new Set(), active: 0, health, more: false };
      this.#hosts.set(name, host);
    }
    return host;
  }

  #pump(): void {
    const { most = 256, maxPerHost = 8 } = this.options;
    let started = true;
    while (started && !this.#stopped) {
      started = false;
      for (const [name, host] of this.#hosts) {
        if (host.waiting.size === 0) continue;
        // Even with all places taken by hanging receivers, an idle host gets its turn.
        if (this.#active >= most && (host.active > 0 || this.#active >= 4 * most)) continue;
        if (host.health.pausedMs > 0) this.#wakeLater(host);
        else if (host.active < host.health.limit(maxPerHost)) {
          this.#start(name, host);
          started = true;
        }
      }
    }
  }

  #wakeLater(host: Host): void {
    host.timer ??= setTimeout(() => {
      host.timer = undefined;
      this.#pump();
    }, host.health.pausedMs + 10);
  }

  #start(name: string, host: Host): void {
    const id = host.waiting.values().next().value!;
    host.waiting.delete(id);
    this.#inFlight.set(id, false);
    host.active++;
    this.#active++;
    this.#attempt(id, name, host)
      .catch((error) => {
        this.options.log.warn("callback_not_sent", { id, ...describeError(error) });
        // Mostly the database is away for a moment: do not wait for the next sweep.
        setTimeout(() => this.offer([{ id, host: name }]), retryStoreMs);
      })
      .finally(() => {
        // Offered again meanwhile: the lease tells whether it is due.
        if (this.#inFlight.get(id) && !this.#stopped) host.waiting.add(id);
        this.#inFlight.delete(id);
        this.#active--;
        this.#afterAttempt(name, host);
      });
  }

  #afterAttempt(name: string, host: Host): void {
    if (this.#active === 0) this.#idle.splice(0).forEach((resolve) => resolve());
    if (this.#stopped) return;
    if (host.waiting.size === 0 && host.active === 0) {
      if (host.more) {
        host.more = false;
        this.sweep(name).catch((error) =>
          this.options.log.warn("sweep_failed", describeError(error))
        );
      }
    }
    if (this.#hosts.size > 10_000) this.#forgetQuietHosts();
    this.#pump();
  }

  #forgetQuietHosts(): void {
    for (const [name, host] of this.#hosts) {
      if (host.active === 0 && host.waiting.size === 0) this.#hosts.delete(name);
    }
  }

  async #attempt(id: string, name: string, host: Host): Promise<void> {
    const finished = await this.#call(id, host).finally(() => {
      host.active--;
      this.#pump(); // the receiver has answered: its place is free while that is stored
    });
    if (!finished) return;
    const { owed, result, verdict } = finished;
    await this.#store(finished);
    if (verdict.status === "pending") {
      await this.#alarms.set({ id, host: name }, verdict.delayMs);
    }
    const attempt = owed.attempts + 1;
    this.options.log.info("callback_attempt", {
      id,
      attempt,
      outcome: result.outcome,
      status: result.status,
      durationMs: Math.round(result.durationMs),
      verdict: verdict.status,
    });
  }

  /** Nothing where the callback was not due, or the attempt was aborted. */
  async #call(id: string, host: Host): Promise<Finished | undefined> {
    const owed = await this.#leases.add(id);
    if (!owed) return undefined;
    const startedAt = new Date();
    const result = await this.options.send(owed, this.#stopping.signal);
    if (result.outcome === "aborted") {
      await returnLeases(this.options.db, [owed]);
      return undefined;
    }
    const verdict = judge(owed.attempts - owed.scheduleStart + 1, result);
    const failed = verdict.status === "pending" || verdict.status === "failed";
    host.health.note({ failed, durationMs: result.durationMs });
    return { owed, startedAt, result, verdict };
  }

  /** The receiver has it already: keeps trying within the lease while the database restarts. */
  async #store(finished: Finished): Promise<void> {
    const startedAt = Date.now();
    while (true) {
      try {
        return await this.#finishes.add(finished);
      } catch (error) {
        // A stop has less time than the lease.
        const limitMs = this.#stopped ? storeWhileStoppingMs : storeForMs;
        if (Date.now() > startedAt + limitMs) throw error;
        await new Promise((resolve) => setTimeout(resolve, retryStoreMs));
      }
    }
  }
}
