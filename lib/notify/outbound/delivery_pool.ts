import type { Due } from "@/lib/after_commit.ts";
import { describeError, type Log } from "@/lib/log.ts";
import { alarmAheadMs, Alarms } from "@/lib/notify/outbound/alarms.ts";
import type { Attempt, Deliveries, Found, PoolLimits } from "@/lib/notify/outbound/deliveries.ts";
import { HostHealth } from "@/lib/notify/outbound/host_health.ts";
import { Sweeper } from "@/lib/notify/outbound/sweeper.ts";
import { Batcher } from "@/lib/work/batcher.ts";

interface Host {
  waiting: Set<string>;
  active: number;
  health: HostHealth;
  /** More is due than fits in `waiting`: sweep again afterwards. */
  more: boolean;
  timer?: ReturnType<typeof setTimeout>;
}

const retryStoreMs = 500;
const storeForMs = 20_000;
const storeWhileStoppingMs = 2_000;
/** What a stop takes beyond its grace: the leases of what was cut off are handed back. */
const handBackMs = 1_500;

/**
 * Sends what is due: a bounded number at once, fewer per host, hosts in turn, so that a slow or dead
 * receiver holds up no other. Postgres knows what is owed.
 */
export class DeliveryPool<Owed extends { id: string }, Done> {
  #hosts = new Map<string, Host>();
  #active = 0;
  /** Whether it was offered again during its attempt. */
  #inFlight = new Map<string, boolean>();
  #self = crypto.randomUUID();
  #stopping = new AbortController();
  #stopped = false;
  #idle: (() => void)[] = [];
  #leases: Batcher<string, Owed | undefined>;
  #finishes: Batcher<Done, void>;
  #alarms: Alarms;
  #sweeper: Sweeper;
  readonly #limits: Required<Omit<PoolLimits, "now">>;

  constructor(
    private readonly deliveries: Deliveries<Owed, Done>,
    private readonly log: Log,
    private readonly options: PoolLimits = {},
  ) {
    const { most = 256, maxPerHost = 8, maxPerSlowHost = 2, maxWaiting = 500 } = options;
    this.#limits = { most, maxPerHost, maxPerSlowHost, maxWaiting };
    this.#sweeper = new Sweeper((host) => this.#takeUp(host), log);
    this.#alarms = new Alarms((due, delayMs) => deliveries.remind(due, delayMs));
    this.#leases = new Batcher(async (ids) => {
      const leased = await deliveries.lease(ids, this.#self);
      const owed = new Map(leased.map((one) => [one.id, one]));
      return ids.map((id) => owed.get(id));
    }, { most: 200 });
    this.#finishes = new Batcher(async (done) => {
      await deliveries.store(done);
      return done.map(() => {});
    }, { most: 200 });
  }

  offer(due: Due[]): void {
    if (this.#stopped) return;
    for (const { id, host: name } of due) {
      const host = this.#host(name);
      this.#alarms.hasRung(id);
      if (this.#inFlight.has(id)) this.#inFlight.set(id, true);
      else if (host.waiting.size < this.#limits.maxWaiting || host.waiting.has(id)) {
        host.waiting.add(id);
      } else host.more = true;
    }
    this.#pump();
  }

  /** Finds what is due or has no alarm: at start, every minute, and after a full host. */
  async sweep(host?: string): Promise<void> {
    if (this.#stopped) return;
    await this.#sweeper.sweep(host);
  }

  async #takeUp(host?: string): Promise<void> {
    this.#alarms.forgetPast();
    const { maxWaiting } = this.#limits;
    const wanted = { perHost: maxWaiting, host, aheadMs: alarmAheadMs };
    const found = await this.deliveries.findDue(wanted);
    const isDue = ({ delayMs }: Found) => delayMs === 0;
    for (const [name, ofHost] of Map.groupBy(found, (one) => one.host)) {
      if (ofHost.length >= maxWaiting && ofHost.some(isDue)) this.#host(name).more = true;
    }
    this.offer(found.filter(isDue));
    for (const { id, host, delayMs } of found) {
      if (delayMs > 0) this.#alarms.set({ id, host }, delayMs);
    }
  }

  /** Whether a sweep has failed, or anything waits longer than `ms` for the database. */
  isStuck(ms: number): boolean {
    return this.#sweeper.isStuck(ms) || this.#leases.runningMs > ms ||
      this.#finishes.runningMs > ms;
  }

  /** Waits `graceMs` for what is in flight, then returns the other leases. */
  async stop(graceMs: number): Promise<void> {
    this.#stopped = true;
    this.#sweeper.stop();
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
      const health = new HostHealth({
        maxWhileSlow: this.#limits.maxPerSlowHost,
        now: this.options.now,
      });
      host = { waiting: new Set(), active: 0, health, more: false };
      this.#hosts.set(name, host);
    }
    return host;
  }

  #pump(): void {
    const { most, maxPerHost } = this.#limits;
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
        const { name: kind } = this.deliveries;
        this.log.warn(`${kind}_not_sent`, { id, ...describeError(error) });
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
        this.sweep(name).catch((error) => this.log.warn("sweep_failed", describeError(error)));
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
    const attempt = await this.#call(id, host).finally(() => {
      host.active--;
      this.#pump(); // the receiver has answered: its place is free while that is stored
    });
    if (!attempt) return;
    const { done, delayMs } = attempt;
    await this.#store(done);
    if (delayMs !== undefined) await this.#alarms.set({ id, host: name }, delayMs);
    this.deliveries.report(done);
  }

  /** Nothing where it was not due, or the attempt was aborted. */
  async #call(id: string, host: Host): Promise<Attempt<Done> | undefined> {
    const owed = await this.#leases.add(id);
    if (!owed) return undefined;
    const attempt = await this.deliveries.attempt(owed, this.#stopping.signal);
    if (!attempt) await this.deliveries.returnLeases([owed]);
    else if (attempt.call) host.health.note(attempt.call);
    return attempt;
  }

  /** The receiver has it already: keeps trying within the lease while the database restarts. */
  async #store(done: Done): Promise<void> {
    const startedAt = Date.now();
    while (true) {
      try {
        return await this.#finishes.add(done);
      } catch (error) {
        // A stop has less time than the lease.
        const limitMs = this.#stopped ? storeWhileStoppingMs : storeForMs;
        if (Date.now() > startedAt + limitMs) throw error;
        await new Promise((resolve) => setTimeout(resolve, retryStoreMs));
      }
    }
  }
}
