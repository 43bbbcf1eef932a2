import type { Due } from "@/lib/tools/after_commit.ts";
import { FailingLanes } from "@/lib/fairness/failing_lanes.ts";
import { HostHealth } from "@/lib/fairness/host_health.ts";

export interface LaneName {
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
  /** Of all companies to one host; unbounded unless said. */
  maxPerHostOfAll?: number;
  /** Of a company to a host in memory; others wait in Postgres. */
  maxWaiting?: number;
  /** Beyond it, further hosts of the company may have `maxPerHost` each in memory. */
  maxWaitingOfCompany?: number;
  now?: () => number;
}

/** Queue of one company to one host, so that failures of others do not count. */
export interface Lane {
  readonly companyId: number;
  readonly host: string;
  readonly health: HostHealth;
  readonly waiting: Set<string>;
  active: number;
  more: boolean;
  timer?: ReturnType<typeof setTimeout>;
}

interface Company {
  lanes: Map<string, Lane>;
  ready: Set<Lane>;
  failing: FailingLanes<Lane>;
  active: number;
  waiting: number;
}

/** Most lanes of a company in memory; what is due in others waits in Postgres. */
export const mostLanes = 5_000;

/**
 * Round robin of deliveries: companies, then each one's hosts. The last quarter of places is for
 * companies with few.
 */
export class Lanes {
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
    const lane = this.#lane(companyId, host);
    if (!lane) return;
    const company = this.#companies.get(companyId)!;
    const { maxWaiting, maxWaitingOfCompany, maxPerHost } = this.limits;
    const most = company.waiting < maxWaitingOfCompany ? maxWaiting : maxPerHost;
    if (lane.waiting.has(id)) return this.#makeReady(lane);
    if (lane.waiting.size >= most) lane.more = true;
    else {
      lane.waiting.add(id);
      company.waiting++;
      this.#makeReady(lane);
    }
  }

  /** Whether a new one would wait: for a place, for others, or for a host that fails. */
  isBusy({ companyId, host }: LaneName): boolean {
    const company = this.#companies.get(companyId);
    const lane = company?.lanes.get(host);
    if (!company || !lane) return !hasRoom(this.limits.mostOfAll, this.#active, true);
    const { health, waiting, active } = lane;
    return waiting.size > 0 || health.pausedMs > 0 || !this.#mayStart(company) ||
      active >= health.limit(this.limits.maxPerHost);
  }

  expectMore({ companyId, host }: LaneName): void {
    const lane = this.#lane(companyId, host);
    if (lane) lane.more = true;
  }

  /** The next one to send; takes its places until `answered` and `finished`. */
  take(): { id: string; lane: Lane } | undefined {
    for (const company of this.#ready) {
      const lane = this.#mayStart(company) ? this.#nextLane(company) : undefined;
      if (company.ready.size === 0) this.#ready.delete(company);
      if (!lane) continue;
      const id = lane.waiting.values().next().value!;
      lane.waiting.delete(id);
      company.failing.note(lane);
      company.waiting--;
      lane.active++;
      company.active++;
      this.#active++;
      this.#activeAt.set(lane.host, this.#at(lane.host) + 1);
      company.ready.delete(lane);
      this.#ready.delete(company);
      this.#makeReady(lane);
      if (company.ready.size > 0) this.#ready.add(company);
      return { id, lane };
    }
  }

  answered(lane: Lane): void {
    lane.active--;
    const left = this.#at(lane.host) - 1;
    if (left > 0) this.#activeAt.set(lane.host, left);
    else this.#activeAt.delete(lane.host);
    this.#makeReady(lane);
  }

  finished({ companyId }: Lane): void {
    this.#companies.get(companyId)!.active--;
    this.#active--;
  }

  /** Drops idle lanes whose health says nothing. */
  forgetIdle(): void {
    for (const [id, company] of this.#companies) {
      for (const lane of company.lanes.values()) {
        if (isIdle(lane) && lane.health.isBlank) company.lanes.delete(lane.host);
      }
      if (company.lanes.size === 0 && company.active === 0) this.#companies.delete(id);
    }
  }

  clear(): void {
    this.#ready.clear();
    for (const company of this.#companies.values()) {
      company.ready.clear();
      company.failing.clear();
      company.waiting = 0;
      for (const lane of company.lanes.values()) {
        clearTimeout(lane.timer);
        lane.waiting.clear();
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
    return this.#companies.values().reduce((sum, { lanes }) => sum + lanes.size, 0);
  }

  #lane(companyId: number, host: string): Lane | undefined {
    const company = this.#companies.get(companyId) ?? this.#enter(companyId);
    const { lanes } = company;
    const known = lanes.get(host);
    if (known) return known;
    if (lanes.size >= mostLanes) {
      const idle = lanes.values().find(isIdle);
      if (!idle) return undefined;
      lanes.delete(idle.host);
    }
    const health = new HostHealth({ maxWhileSlow: this.limits.maxPerSlowHost, now: this.now });
    const lane = { companyId, host, health, waiting: new Set<string>(), active: 0, more: false };
    lanes.set(host, lane);
    return lane;
  }

  #enter(companyId: number): Company {
    const failing = new FailingLanes<Lane>({
      perSecond: this.limits.maxFailingPerSecond,
      now: this.now ?? (() => performance.now()),
      release: (lanes) => {
        for (const lane of lanes) this.#makeReady(lane);
        this.wake();
      },
    });
    const company = { lanes: new Map(), ready: new Set<Lane>(), failing, active: 0, waiting: 0 };
    this.#companies.set(companyId, company);
    return company;
  }

  #makeReady(lane: Lane): void {
    if (lane.waiting.size === 0) return;
    const company = this.#companies.get(lane.companyId)!;
    company.ready.add(lane);
    this.#ready.add(company);
  }

  #mayStart({ active }: Company): boolean {
    const { most, mostOfAll, maxPerHost } = this.limits;
    return active < most && hasRoom(mostOfAll, this.#active, active < maxPerHost);
  }

  #nextLane(company: Company): Lane | undefined {
    const { most, maxPerHost, maxPerHostOfAll } = this.limits;
    for (const lane of company.ready) {
      const { pausedMs } = lane.health;
      if (pausedMs > 0) this.#wakeLater(lane, pausedMs);
      const isFull = pausedMs > 0 || lane.active >= lane.health.limit(maxPerHost);
      if (isFull || !company.failing.mayStart(lane)) {
        company.ready.delete(lane); // until its pause or one of its calls has ended, or its turn
        continue;
      }
      const hasFew = lane.active < maxPerHostOfAll / 8;
      if (
        hasRoom(most, company.active, lane.active === 0) &&
        hasRoom(maxPerHostOfAll, this.#at(lane.host), hasFew)
      ) return lane;
    }
  }

  #wakeLater(lane: Lane, pausedMs: number): void {
    lane.timer ??= setTimeout(() => {
      lane.timer = undefined;
      this.#makeReady(lane);
      this.wake();
    }, pausedMs + 10);
  }

  #at(host: string): number {
    return this.#activeAt.get(host) ?? 0;
  }
}

function isIdle({ active, waiting }: Lane): boolean {
  return active === 0 && waiting.size === 0;
}

function hasRoom(places: number, taken: number, hasFew: boolean): boolean {
  return taken < (hasFew ? places : Math.ceil(places * 0.75));
}
