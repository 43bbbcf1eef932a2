import { admitKey, type Key, type KeyRefusal } from "@/lib/access/keys.ts";
import type { Database, Trx } from "@/lib/db/connection.ts";
import { type Deadline, requestDeadline, withDeadline } from "@/lib/db/deadline.ts";
import { isUnavailable } from "@/lib/db/transaction.ts";
import { type Problem, problem } from "@/lib/input/errors.ts";
import { CompanyBatchers } from "@/lib/work/company_batchers.ts";

export interface Refusal {
  refused: Problem;
}

interface Waiting<Item> {
  item: Item;
  deadline: Deadline;
  /** The request was answered, so its deadline gains time again. */
  isOver: boolean;
}

interface BatchesOptions<Item, Outcome> {
  database: Pick<Database, "kind" | "deadlineMs">;
  most: number;
  beside: { least: number; afterMs: number };
  fits(item: Item, chosen: Item[], running: Item[]): boolean;
  run(companyId: number, items: Item[]): Promise<(Outcome | Refusal)[]>;
  /** Settles an item with which even a transaction of its own failed. */
  settle(companyId: number, item: Item, error: unknown): Promise<Outcome | Refusal>;
}

/** Stores simultaneous posts of one company in one transaction; each settles after the commit. */
export class Batches<Item extends { key: Key }, Outcome extends object> {
  #batchers: CompanyBatchers<Waiting<Item>, Outcome | Refusal>;

  constructor(private readonly options: BatchesOptions<Item, Outcome>) {
    const { database, most, beside, fits } = options;
    const itemOf = ({ item }: Waiting<Item>) => item;
    this.#batchers = new CompanyBatchers((companyId, all) => this.#runInTime(companyId, all), {
      most,
      beside,
      // While one batch waits for the disk, the process reads the requests of the next. The
      // embedded database has one connection.
      atOnce: database.kind === "postgres" ? 3 : 1,
      fits: ({ item }, chosen, running) => fits(item, chosen.map(itemOf), running.map(itemOf)),
    });
  }

  /**
   * An item whose time is up while it still waits is not run; one whose batch was running may be.
   * @throws Problem as `run` and `settle` refuse it; DatabaseTimeout
   */
  async add(item: Item): Promise<Outcome> {
    const deadline = requestDeadline(this.options.database.deadlineMs);
    const waiting = { item, deadline, isOver: false };
    const begin = () => this.#batchers.add(item.key.companyId, waiting);
    const outcome = await deadline.wait(begin, () => waiting.isOver = true);
    if (isRefusal(outcome)) throw outcome.refused;
    return outcome;
  }

  get runningMs(): number {
    return this.#batchers.runningMs;
  }

  async idle(): Promise<void> {
    await this.#batchers.idle();
  }

  /** Runs within the longest deadline; requests with shorter ones stop waiting by themselves. */
  async #runInTime(companyId: number, all: Waiting<Item>[]): Promise<(Outcome | Refusal)[]> {
    const inTime = all.filter(({ deadline, isOver }) => !isOver && deadline.leftMs > 0);
    const leftMs = Math.max(0, ...inTime.map(({ deadline }) => deadline.leftMs));
    const outcomes = inTime.length > 0
      ? await withDeadline(leftMs, () => this.#runTogether(companyId, inTime))
      : [];
    const late = { refused: problem("database_unavailable") };
    const settled = new Map(inTime.map((waiting, at) => [waiting, outcomes[at]!]));
    return all.map((waiting) => settled.get(waiting) ?? late);
  }

  async #runTogether(companyId: number, some: Waiting<Item>[]): Promise<(Outcome | Refusal)[]> {
    try {
      return await this.options.run(companyId, some.map(({ item }) => item));
    } catch (error) {
      if (isUnavailable(error)) throw error;
      if (some.length === 1) return [await this.options.settle(companyId, some[0]!.item, error)];
    }
    // In halves, so that one bad item among many costs little.
    const half = some.length >> 1;
    return [
      ...await this.#runHalf(companyId, some.slice(0, half)),
      ...await this.#runHalf(companyId, some.slice(half)),
    ];
  }

  /** The other half may be stored by now, so that a lost database refuses this one alone. */
  async #runHalf(companyId: number, some: Waiting<Item>[]): Promise<(Outcome | Refusal)[]> {
    try {
      return await this.#runInTime(companyId, some);
    } catch (cause) {
      if (!isUnavailable(cause)) throw cause;
      return some.map(() => ({ refused: problem("database_unavailable", { cause }) }));
    }
  }
}

function isRefusal(outcome: object): outcome is Refusal {
  return "refused" in outcome;
}

/** Runs `work` on the items whose keys may still act, and refuses the others. */
export async function runAdmitted<Item extends { key: Key }, Outcome>(
  trx: Trx,
  items: Item[],
  work: (admitted: Item[]) => Promise<(Outcome | Refusal)[]>,
): Promise<(Outcome | Refusal)[]> {
  const keys = new Map(items.map(({ key }) => [key.id, key]));
  const refusals = new Map<number, KeyRefusal | undefined>();
  // In id order against deadlocks: each may lock its row to record its use.
  const inOrder = [...keys.values()].sort((a, b) => a.id - b.id);
  for (const key of inOrder) refusals.set(key.id, await admitKey(trx, key));
  const admitted = items.filter(({ key }) => !refusals.get(key.id));
  const outcomes = (admitted.length > 0 ? await work(admitted) : []).values();
  return items.map(({ key }) => {
    const refusal = refusals.get(key.id);
    return refusal ? { refused: problem(refusal) } : outcomes.next().value!;
  });
}
