import type { Device } from "@/lib/access/devices.ts";
import type { Database } from "@/lib/db/connection.ts";
import { inCompany } from "@/lib/db/transaction.ts";
import { readChanges } from "@/lib/notify/inbox/changes.ts";
import { Follower } from "@/lib/notify/inbox/follower.ts";
import type { Cursor } from "@/lib/notify/streams/cursor.ts";
import type { Live } from "@/lib/notify/streams/live.ts";
import { Allowance } from "@/lib/fairness/allowance.ts";
import type { Places } from "@/lib/fairness/places.ts";
import { GroupQueues } from "@/lib/fairness/group_queues.ts";

const maxPhones = 100;
/** Streams that get new rows directly, per second: beyond it they read, which merges more. */
const mostHanded = { each: 2_000, all: 4_000 };
/** Streams served before others have their turn: each is a write to a socket. */
const handedAtOnce = 25;
const defaultRereadMs = 25_000;
const tickMs = 250;

interface FeedsOptions {
  database: Pick<Database, "db" | "kind">;
  live: Pick<Live, "subscribe">;
  places: Places;
  /** Milliseconds between reads without a wake-up (tests). */
  rereadMs?: number;
}

interface Following {
  from?: Cursor;
  tell(): void;
  tick?(now: number): void;
}

/** Reads for this process's open streams: phones woken together share a statement. */
export class InboxFeeds {
  #followers = new Set<Follower>();
  #queues: GroupQueues<Follower>;
  #handing: GroupQueues<Follower>;
  #handed = new Allowance(mostHanded);
  #ticking: ReturnType<typeof setInterval> | undefined;

  constructor(private readonly options: FeedsOptions) {
    this.#queues = new GroupQueues({
      run: (companyId, followers) => this.#read(companyId, followers),
      most: maxPhones,
      // The embedded database has one connection.
      atOnce: options.database.kind === "postgres" ? 4 : 1,
    });
    this.#handing = new GroupQueues({
      run: (_, followers) => {
        for (const follower of followers) follower.hand();
        return Promise.resolve();
      },
      most: handedAtOnce,
      atOnce: 1,
    });
  }

  /** @param options.tell called when there is something to take @throws Problem rate_limited */
  follow(device: Device, { from, tell, tick }: Following): Follower {
    const { companyId, userId } = device;
    const { live, places, rereadMs = defaultRereadMs } = this.options;
    const giveBack = places.take(companyId, `phone ${device.id}`);
    const follower: Follower = new Follower({
      device,
      from,
      tell,
      tick,
      rereadMs,
      ask: () => this.#queues.add(companyId, follower),
      leave: () => {
        giveBack();
        unsubscribe();
        this.#leave(follower);
      },
    });
    const unsubscribe = live.subscribe({ companyId, userId }, (sent) => {
      if (!sent || !this.#handed.take(companyId)) return follower.wake();
      follower.offer(sent);
      this.#handing.add(companyId, follower);
    });
    this.#followers.add(follower);
    this.#ticking ??= setInterval(() => this.#tick(), Math.min(tickMs, rereadMs));
    follower.wake();
    return follower;
  }

  get count(): number {
    return this.#followers.size;
  }

  async idle(): Promise<void> {
    await Promise.all([this.#handing.idle(), this.#queues.idle()]);
  }

  async #read(companyId: number, followers: Follower[]): Promise<void> {
    const wanted = followers.map((follower) => follower.begin());
    try {
      const { floor, inboxes: changesOf } = await inCompany(
        this.options.database.db,
        companyId,
        (trx) => readChanges(trx, { companyId }, wanted),
      );
      followers.forEach((follower, at) => follower.finish(changesOf[at]!, wanted[at]!, floor));
    } catch (error) {
      for (const follower of followers) follower.fail(error);
    }
  }

  #tick(): void {
    const now = performance.now();
    for (const follower of this.#followers) follower.tick(now);
  }

  #leave(follower: Follower): void {
    this.#followers.delete(follower);
    if (this.#followers.size > 0) return;
    clearInterval(this.#ticking);
    this.#ticking = undefined;
  }
}
