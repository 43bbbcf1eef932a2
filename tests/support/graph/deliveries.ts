/**
 * Delivers hooks as Meta does, by a seed: each event at least once, doubled, late, out of order, and
 * several in one call.
 */
import type { Random } from "../../faults/support/random.ts";
import type { FakeGraph } from "./graph.ts";
import type { GraphApp } from "./state.ts";

type Fields = Record<string, unknown>;

/** One change of WhatsApp's, or what stands in `messaging` of a page or an Instagram account. */
interface HookItem {
  object: string;
  entryId: string;
  list: "changes" | "messaging" | "standby";
  item: Fields;
}

interface Copy {
  dueAt: number;
  /** An event, or a call that nobody has answered: it may come again as it was. */
  items: HookItem[];
  body: unknown;
}

interface DeliveriesOptions {
  graph: Pick<FakeGraph, "deliver">;
  app: GraphApp;
  /** Address of the app's hook. */
  hook: string;
  random: Random;
  /** The latest that an event comes, in ms; one of twenty comes so late. */
  slowestMs?: number;
}

const atOnce = 4;
const mostInOne = 8;

export class Deliveries {
  /** Events that were added, calls that were answered with 200, and calls that were not. */
  readonly counts = { events: 0, taken: 0, failed: 0 };
  #waiting: Copy[] = [];
  #calls = new Set<Promise<void>>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isHeld = false;
  /** Grows with each death, after which nobody knows what was answered. */
  #life = 0;

  constructor(private readonly options: DeliveriesOptions) {}

  /** How many copies of events wait, or are on their way. */
  get size(): number {
    return this.#waiting.length + this.#calls.size;
  }

  /** @param payload a whole hook, of which each event goes its own way */
  add(payload: unknown): void {
    const { random, slowestMs = 1_500 } = this.options;
    for (const item of itemsIn(payload)) {
      this.counts.events++;
      const copies = random.happens(0.75) ? 1 : random.between(2, 3);
      for (let copy = 0; copy < copies; copy++) {
        const delayMs = random.between(0, random.happens(0.05) ? slowestMs : slowestMs / 10);
        this.#waiting.push({ dueAt: Date.now() + delayMs, items: [item], body: null });
      }
    }
    this.#wake();
  }

  /** What waits goes now. Resolves once the calls of this moment have ended. */
  async hurry(): Promise<void> {
    for (const copy of this.#waiting) copy.dueAt = 0;
    this.#wake();
    await Promise.all(this.#calls);
  }

  /** Meta's side has died: nothing goes, and of what is on its way nobody hears the answer. */
  hold(): void {
    this.#isHeld = true;
    this.#life++;
    clearTimeout(this.#timer);
  }

  release(): void {
    this.#isHeld = false;
    this.#wake();
  }

  #wake(): void {
    clearTimeout(this.#timer);
    if (this.#isHeld) return;
    const now = Date.now();
    const due = this.#waiting.filter(({ dueAt }) => dueAt <= now);
    this.#shuffle(due);
    while (due.length > 0 && this.#calls.size < atOnce) this.#post(due);
    if (this.#calls.size >= atOnce || this.#waiting.length === 0) return;
    const nextAt = Math.min(...this.#waiting.map(({ dueAt }) => dueAt));
    this.#timer = setTimeout(() => this.#wake(), Math.max(1, nextAt - now));
  }

  /** Takes the next of `due`, with others for one call. */
  #post(due: Copy[]): void {
    const { random } = this.options;
    const first = due.shift()!;
    const copies = [first];
    const most = first.body === null ? random.between(1, mostInOne) : 1;
    for (let at = 0; at < due.length && copies.length < most;) {
      const isAlike = due[at]!.body === null &&
        due[at]!.items[0]!.object === first.items[0]!.object;
      if (isAlike) copies.push(...due.splice(at, 1));
      else at++;
    }
    this.#waiting = this.#waiting.filter((one) => !copies.includes(one));
    const items = copies.flatMap((copy) => copy.items);
    const body = first.body ?? bodyOf(items, random);
    const call = this.#deliver(items, body).finally(() => {
      this.#calls.delete(call);
      this.#wake();
    });
    this.#calls.add(call);
  }

  async #deliver(items: HookItem[], body: unknown): Promise<void> {
    const { graph, app, hook, random } = this.options;
    const life = this.#life;
    try {
      const answer = await graph.deliver(hook, app, body);
      await answer.body?.cancel();
      if (answer.status === 200 && life === this.#life) {
        this.counts.taken++;
        return;
      }
    } catch {
      // The app is away.
    }
    this.counts.failed++;
    const dueAt = Date.now() + random.between(20, 200);
    // As it was, or each event with others.
    const again = random.happens(0.5)
      ? [{ dueAt, items, body }]
      : items.map((item) => ({ dueAt, items: [item], body: null }));
    this.#waiting.push(...again);
  }

  #shuffle(copies: Copy[]): void {
    for (let at = copies.length - 1; at > 0; at--) {
      const other = this.options.random.between(0, at);
      [copies[at], copies[other]] = [copies[other]!, copies[at]!];
    }
  }
}

function itemsIn(payload: unknown): HookItem[] {
  const { object, entry } = payload as { object: string; entry: (Fields & { id: string })[] };
  return entry.flatMap(({ id: entryId, ...own }) =>
    (["changes", "messaging", "standby"] as const).flatMap((list) =>
      ((own[list] ?? []) as Fields[]).map((item) => ({ object, entryId, list, item }))
    )
  );
}

/** One body for all: as entries of their own, in one entry, or for WhatsApp in one change. */
function bodyOf(items: HookItem[], random: Random): unknown {
  const { object } = items[0]!;
  if (items.length > 1 && random.happens(0.05)) {
    return items.map((one) => ({ object, entry: [entryOf([one])] }));
  }
  const groups = random.happens(0.5)
    ? items.map((one) => [one])
    : [...Map.groupBy(items, ({ entryId, list }) => `${entryId} ${list}`).values()];
  return { object, entry: groups.map(entryOf) };
}

function entryOf(items: HookItem[]): unknown {
  const { entryId: id, list } = items[0]!;
  const own = items.map(({ item }) => item);
  if (list === "changes") return { id, changes: joined(own) };
  return { id, time: Date.now(), [list]: own };
}

/** Changes of one field and number become one, with the messages and states of all. */
function joined(changes: Fields[]): Fields[] {
  const placeOf = ({ field, value }: Fields) =>
    JSON.stringify([field, (value as Fields).metadata ?? null]);
  return [...Map.groupBy(changes, placeOf).values()].map((alike) => {
    const { field } = alike[0]!;
    const values = alike.map(({ value }) => value as Fields);
    const value: Fields = { ...values[0]! };
    for (const one of values.slice(1)) {
      for (const [name, other] of Object.entries(one)) {
        const before = value[name];
        value[name] = Array.isArray(before) && Array.isArray(other)
          ? [...before, ...other]
          : before ?? other;
      }
    }
    return { field, value };
  });
}
