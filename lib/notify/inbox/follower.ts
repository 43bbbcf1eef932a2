import type { Device } from "@/lib/access/devices.ts";
import type { SentNow } from "@/lib/tools/after_commit.ts";
import type { InboxChanges, Wanted } from "@/lib/notify/inbox/changes.ts";
import { compare, type Cursor } from "@/lib/notify/streams/cursor.ts";
import { maxAhead, moveOn, type Position, startAt } from "@/lib/notify/streams/position.ts";

const maxChanges = 20;
// Pause before rows of an open transaction are looked for.
const firstPauseMs = 1_000;
/** Settles changes that were handed over together with those that come until then. */
const settleMs = 5_000;

interface FollowerOptions {
  device: Device;
  /** The cursor where an earlier stream ended; now unless given. */
  from?: Cursor;
  /** Milliseconds between reads without a wake-up, since one may be lost. */
  rereadMs: number;
  ask(): void;
  tell(): void;
  /** Called as time goes on. */
  tick?(now: number): void;
  leave(): void;
}

export interface Batch {
  /** `cursor` is null while an older change may still appear. */
  changes: { notification: SentNow["notification"]; cursor: Cursor | null }[];
  /** Unpaired, or the database failed: nothing follows. */
  end?: "unpaired" | "lost";
}

/** One phone's part of a stream; what it has read is taken before it reads on. */
export class Follower {
  readonly device: Device;
  #begun = Promise.withResolvers<boolean>();
  #position: Position | undefined;
  #read: { batch: Batch; position?: Position } | undefined;
  #offered: SentNow[] = [];
  #isReading = false;
  #isAsked = false;
  #isClosed = false;
  #dueAt = Infinity;
  #pauseMs = firstPauseMs;

  constructor(private readonly options: FollowerOptions) {
    this.device = options.device;
  }

  /** Settles with the first read: whether the phone is paired. @throws where that read failed */
  get begun(): Promise<boolean> {
    return this.#begun.promise;
  }

  get cursor(): Cursor {
    return this.#position!.cursor;
  }

  /** Whether some of what was taken lies above that cursor. */
  get isAhead(): boolean {
    return this.#position!.ahead.size > 0;
  }

  /** @param sent what is new, to be told in this stream's turn */
  offer(sent: SentNow[]): void {
    this.#offered.push(...sent);
  }

  /** Sends what was offered, or reads where that may not be all. */
  hand(): void {
    const offered = this.#offered;
    this.#offered = [];
    if (!this.#tell(offered)) this.wake();
  }

  wake(): void {
    if (this.#isReading || this.#read) this.#isAsked = true;
    else if (!this.#isClosed) this.options.ask();
  }

  tick(now: number): void {
    this.options.tick?.(now);
    if (now < this.#dueAt) return;
    this.#dueAt = Infinity;
    this.wake();
  }

  begin(): Wanted {
    this.#isReading = true;
    this.#isAsked = false;
    const { device, from = null } = this.options;
    const { cursor: after, ahead } = this.#position ?? { cursor: from, ahead: new Map() };
    return { device, after, ahead, most: maxChanges + ahead.size };
  }

  /** Above the cursor, so that the next read finds what else there is below. */
  #tell(sent: SentNow[]): boolean {
    if (this.#isReading || this.#read || this.#isClosed || !this.#position) return false;
    const { cursor, ahead } = this.#position;
    const isFor = ({ txid, seq, phones }: SentNow) =>
      phones.includes(this.device.id) && compare({ txid, seq }, cursor) > 0 && !ahead.has(seq);
    if (ahead.size + sent.length > maxAhead || !sent.every(isFor)) return false;
    const positions = sent.map(({ seq, txid }) => [seq, txid] as const);
    this.#dueAt = Math.min(this.#dueAt, performance.now() + settleMs);
    this.#give(
      { changes: sent.map(({ notification }) => ({ notification, cursor: null })) },
      { cursor, ahead: new Map([...ahead, ...positions]) },
    );
    return true;
  }

  finish({ isLive, changes }: InboxChanges, { most }: Wanted, floor: number): void {
    if (!isLive) return this.#end("unpaired");
    this.#position ??= startAt(this.options.from, floor);
    this.#begun.resolve(true);
    const isLast = changes.length < most;
    const { fresh, position } = moveOn(this.#position, { rows: changes, floor, isLast });
    const isSettledNow = this.isAhead && position.ahead.size === 0;
    if (!isLast && fresh.length > 0) this.#isAsked = true;
    if (fresh.length > 0) this.#pauseMs = firstPauseMs;
    this.#rest(position);
    const newChanges = fresh.map(({ row: { notification }, cursor }) => ({ notification, cursor }));
    if (newChanges.length > 0 || isSettledNow) return this.#give({ changes: newChanges }, position);
    this.#position = position;
    this.#isReading = false;
    if (this.#isAsked) this.wake();
  }

  fail(error: unknown): void {
    this.#begun.reject(error);
    this.#end("lost");
  }

  take(): Batch | undefined {
    const read = this.#read;
    if (!read) return undefined;
    this.#read = undefined;
    this.#position = read.position;
    if (this.#isAsked) this.wake();
    return read.batch;
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.options.leave();
  }

  #end(end: "unpaired" | "lost"): void {
    this.close();
    this.#begun.resolve(false);
    this.#give({ changes: [], end }, this.#position);
  }

  #give(batch: Batch, position: Position | undefined): void {
    this.#isReading = false;
    this.#read = { batch, position };
    this.options.tell();
  }

  #rest({ ahead }: Position): void {
    const cooldownMs = ahead.size > 0 ? this.#pauseMs : this.options.rereadMs;
    this.#dueAt = performance.now() + cooldownMs;
    this.#pauseMs = Math.min(this.#pauseMs * 2, this.options.rereadMs);
  }
}
