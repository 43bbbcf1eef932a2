import type { Due } from "@/lib/tools/after_commit.ts";
import { FailingQueues } from "@/lib/fairness/failing_queues.ts";
import { HostHealth } from "@/lib/fairness/host_health.ts";

export interface QueueName {
  companyId: number;
  host: string;
}

export interface PoolLimits {
  /** Attempts at once, of one company. */
  most?: number;
  mostOfAll?: number;
  maxPerHost?: number;
  maxPerSlowHost?: number;
  /** Calls of one company in a second to hosts whose last call failed. */
  maxFailingPerSecond?: number;
  /** Open calls of all companies to one host; unlimited by default. */
  maxPerHostOfAll?: number;
  /** Jobs of a company to a host that wait in memory; others wait in Postgres. */
  maxWaiting?: number;
  /** Beyond it, further hosts of the company may have `maxPerHost` each in memory. */
  maxWaitingOfCompany?: number;
  now?: () => number;
}

/** Queue of one company to one host, so that failures of others do not count. */
export interface Queue {
  readonly companyId: number;
  readonly host: string;
  readonly health: HostHealth;
  readonly waiting: Set<string>;
  active: number;
  more: boolean;
  timer?: ReturnType<typeof setTimeout>;
}

interface Company {
  queues: Map<string, Queue>;
  ready: Set<Queue>;
  failing: FailingQueues<Queue>;
  active: number;
  waiting: number;
}

/** Most queues of a company in memory; what is due in others waits in Postgres. */
export const mostQueues = 5_000;

/**
 * Round robin of deliveries: companies, then each one's hosts. The last quarter of places is for
 * companies with few.
 */
export class Queues {
  #companies = new Map<number, Company>();
  #ready = new Set<Company>();
  #activeAt = new Map<string, number>();
  #active = 0;

  constructor(
    private readonly limits: Required<Omit<PoolLimits, "now">>,
    private readonly now: (() => number) | undefined,
    private readonly wake: () => void,
  ) {}

  add({ id, companyId, host }: Due): void {
    const queue = this.#queue(companyId, host);
    if (!queue) return;
    const company = this.#companies.get(companyId)!;
    const { maxWaiting, maxWaitingOfCompany, maxPerHost } = this.limits;
    const most = company.waiting < maxWaitingOfCompany ? maxWaiting : maxPerHost;
    if (queue.waiting.has(id)) return this.#makeReady(queue);
    if (queue.waiting.size >= most) queue.more = true;
    else {
      queue.waiting.add(id);
      company.waiting++;
      this.#makeReady(queue);
    }
  }

  /** Reports whether a new job would wait: for a place, for others, or for a host that fails. */
  isBusy({ companyId, host }: QueueName): boolean {
    const company = this.#companies.get(companyId);
    const queue = company?.queues.get(host);
    if (!company || !queue) return !hasRoom(this.limits.mostOfAll, this.#active, true);
    const { health, waiting, active } = queue;
    return waiting.size > 0 || health.pausedMs > 0 || !this.#mayStart(company) ||
      active >= health.limit(this.limits.maxPerHost);
  }

  expectMore({ companyId, host }: QueueName): void {
    const queue = this.#queue(companyId, host);
    if (queue) queue.more = true;
  }

  notePace({ companyId, host }: QueueName): void {
    this.#queue(companyId, host)?.health.notePace();
  }

  /** Takes the next job to send, with its places until `answered` and `finished`. */
  take(): { id: string; queue: Queue } | undefined {
    for (const company of this.#ready) {
      const queue = this.#mayStart(company) ? this.#nextQueue(company) : undefined;
      if (company.ready.size === 0) this.#ready.delete(company);
      if (!queue) continue;
      const id = queue.waiting.values().next().value!;
      queue.waiting.delete(id);
      company.failing.note(queue);
      company.waiting--;
      queue.active++;
      company.active++;
      this.#active++;
      this.#activeAt.set(queue.host, this.#at(queue.host) + 1);
      company.ready.delete(queue);
      this.#ready.delete(company);
      this.#makeReady(queue);
      if (company.ready.size > 0) this.#ready.add(company);
      return { id, queue };
    }
  }

  answered(queue: Queue): void {
    queue.active--;
    const remaining = this.#at(queue.host) - 1;
    if (remaining > 0) this.#activeAt.set(queue.host, remaining);
    else this.#activeAt.delete(queue.host);
    this.#makeReady(queue);
  }

  finished({ companyId }: Queue): void {
    this.#companies.get(companyId)!.active--;
    this.#active--;
  }

  /** Drops idle queues whose health says nothing. */
  forgetIdle(): void {
    for (const [id, company] of this.#companies) {
      for (const queue of company.queues.values()) {
        if (isIdle(queue) && queue.health.isBlank) company.queues.delete(queue.host);
      }
      if (company.queues.size === 0 && company.active === 0) this.#companies.delete(id);
    }
  }

  clear(): void {
    this.#ready.clear();
    for (const company of this.#companies.values()) {
      company.ready.clear();
      company.failing.clear();
      company.waiting = 0;
      for (const queue of company.queues.values()) {
        clearTimeout(queue.timer);
        queue.waiting.clear();
      }
    }
  }

  get active(): number {
    return this.#active;
  }

  get waiting(): number {
    return this.#companies.values().reduce((sum, { waiting }) => sum + waiting, 0);
  }

  get size(): number {
    return this.#companies.values().reduce((sum, { queues }) => sum + queues.size, 0);
  }

  #queue(companyId: number, host: string): Queue | undefined {
    const company = this.#companies.get(companyId) ?? this.#enter(companyId);
    const { queues } = company;
    const existing = queues.get(host);
    if (existing) return existing;
    if (queues.size >= mostQueues) {
      const idle = queues.values().find(isIdle);
      if (!idle) return undefined;
      queues.delete(idle.host);
    }
    const health = new HostHealth({ maxWhileSlow: this.limits.maxPerSlowHost, now: this.now });
    const queue = { companyId, host, health, waiting: new Set<string>(), active: 0, more: false };
    queues.set(host, queue);
    return queue;
  }

  #enter(companyId: number): Company {
    const failing = new FailingQueues<Queue>({
      perSecond: this.limits.maxFailingPerSecond,
      now: this.now ?? (() => performance.now()),
      release: (queues) => {
        for (const queue of queues) this.#makeReady(queue);
        this.wake();
      },
    });
    const company = { queues: new Map(), ready: new Set<Queue>(), failing, active: 0, waiting: 0 };
    this.#companies.set(companyId, company);
    return company;
  }

  #makeReady(queue: Queue): void {
    if (queue.waiting.size === 0) return;
    const company = this.#companies.get(queue.companyId)!;
    company.ready.add(queue);
    this.#ready.add(company);
  }

  #mayStart({ active }: Company): boolean {
    const { most, mostOfAll, maxPerHost } = this.limits;
    return active < most && hasRoom(mostOfAll, this.#active, active < maxPerHost);
  }

  #nextQueue(company: Company): Queue | undefined {
    const { most, maxPerHost, maxPerHostOfAll } = this.limits;
    for (const queue of company.ready) {
      const { pausedMs } = queue.health;
      if (pausedMs > 0) this.#wakeLater(queue, pausedMs);
      const isFull = pausedMs > 0 || queue.active >= queue.health.limit(maxPerHost);
      if (isFull || !company.failing.mayStart(queue)) {
        company.ready.delete(queue); // until its pause or one of its calls has ended, or its turn
        continue;
      }
      const hasFew = queue.active < maxPerHostOfAll / 8;
      if (
        hasRoom(most, company.active, queue.active === 0) &&
        hasRoom(maxPerHostOfAll, this.#at(queue.host), hasFew)
      ) return queue;
    }
  }

  #wakeLater(queue: Queue, pausedMs: number): void {
    queue.timer ??= setTimeout(() => {
      queue.timer = undefined;
      this.#makeReady(queue);
      this.wake();
    }, pausedMs + 10);
  }

  #at(host: string): number {
    return this.#activeAt.get(host) ?? 0;
  }
}

function isIdle({ active, waiting }: Queue): boolean {
  return active === 0 && waiting.size === 0;
}

function hasRoom(places: number, used: number, hasFew: boolean): boolean {
  return used < (hasFew ? places : Math.ceil(places * 0.75));
}
