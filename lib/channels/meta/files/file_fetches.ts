import type { ChannelHandlers } from "@/lib/channels/handlers.ts";
import {
  fetchMedia,
  type MediaMeans,
  type MediaOutcome,
} from "@/lib/channels/meta/files/fetch_media.ts";
import {
  type DueFetch,
  endFetch,
  findDueFetches,
  findFetchCompanies,
  findOverStories,
  type LeasedFetch,
  leaseFetch,
  LeaseLost,
  leaveOut,
  postponeFetch,
  renewFetch,
} from "@/lib/channels/meta/files/fetches.ts";
import type { LeftOutReason } from "@/lib/values/left_out.ts";
import type { Trx } from "@/lib/db/connection.ts";
import { inCompany } from "@/lib/db/transaction.ts";
import { FairSemaphore, type Release } from "@/lib/fairness/fair_semaphore.ts";
import { writeChunks } from "@/lib/files/chunks.ts";
import { ChunkWriter } from "@/lib/files/chunk_writer.ts";
import { roomLeft } from "@/lib/files/keep_files.ts";
import { readType } from "@/lib/files/read_type.ts";
import { retryAfterMs } from "@/lib/input/retry_after.ts";
import type { Reader } from "@/lib/readers/reader.ts";
import { SecretLost } from "@/lib/secrets/secret_cipher.ts";
import type { Announce } from "@/lib/tools/after_commit.ts";
import { describeError, type Log } from "@/lib/tools/log.ts";

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** Waits after the first, second, … try; after the last the file is given up. */
const delaysMs = [5 * second, 30 * second, 2 * minute, 10 * minute, hour, 4 * hour];
const longestWaitMs = 24 * hour;
/** Those below are not left to the sweep of each minute. */
const shortMs = minute;

const perAccount = { perQueue: 2, inAll: Infinity };
const perCompany = { perQueue: 4, inAll: 16 };
const mostAtOnce = 50;
const mostStories = 500;

interface FileFetchesOptions extends MediaMeans {
  log: Log;
  announce: Announce;
  handlers: Pick<ChannelHandlers, "noteFiles">;
  reader: Pick<Reader, "run">;
  filesBytesPerCompany: number;
}

/** Fetches files of messages that are here already. Companies take turns, and so do accounts. */
export class FileFetches {
  #accounts = new FairSemaphore<number>(perAccount);
  #companies = new FairSemaphore<number>(perCompany);
  #files = new Map<string, Promise<void>>();
  #looks = new Set<Promise<void>>();
  #timers = new Set<ReturnType<typeof setTimeout>>();
  #stopping = new AbortController();

  constructor(private readonly options: FileFetchesOptions) {}

  /** Finds what is due, and stories that are over: at start, and every minute. */
  async sweep(): Promise<void> {
    if (this.#isStopped) return;
    const { db } = this.options;
    for (const companyId of await findFetchCompanies(db)) this.offer(companyId);
    for (const [companyId, ids] of await findOverStories(db, mostStories)) {
      await this.#inCompany(companyId, (trx) => this.#leaveOut(trx, companyId, ids, "expired"));
    }
  }

  offer(companyId: number): void {
    if (this.#isStopped) return;
    const look = this.#look(companyId)
      .catch((error) => this.options.log.warn("files_not_looked_for", describeError(error)))
      .finally(() => this.#looks.delete(look));
    this.#looks.add(look);
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    for (const timer of this.#timers) clearTimeout(timer);
    const reason = new Error("the process ends");
    this.#accounts.clear(reason);
    this.#companies.clear(reason);
    await Promise.all([...this.#looks, ...this.#files.values()]);
  }

  get #isStopped() {
    return this.#stopping.signal.aborted || this.options.network.gate.isHeld;
  }

  async #look(companyId: number): Promise<void> {
    const due = await findDueFetches(this.options.db, companyId, mostAtOnce);
    const fresh = due.filter(({ fileId }) => !this.#files.has(fileId));
    const runs = fresh.map((one) => {
      const run = this.#run(one).finally(() => this.#files.delete(one.fileId));
      this.#files.set(one.fileId, run);
      return run;
    });
    if (due.length < mostAtOnce || runs.length === 0) return;
    Promise.all(runs).then(() => this.offer(companyId));
  }

  /** Never rejects: leases end, and a sweep finds what was left. */
  async #run(due: DueFetch): Promise<void> {
    const places: Release[] = [];
    try {
      const { signal } = this.#stopping;
      places.push(await this.#accounts.acquire(due.accountId, signal));
      places.push(await this.#companies.acquire(due.companyId, signal));
      const fetch = await leaseFetch(this.options.db, due);
      if (fetch) await this.#settle(fetch, await this.#fetch(fetch));
    } catch (error) {
      if (this.#isStopped || error instanceof LeaseLost) return;
      const { companyId, accountId } = due;
      this.options.log.warn("file_not_fetched", { companyId, accountId, ...describeError(error) });
    } finally {
      for (const release of places) release();
    }
  }

  async #fetch(fetch: LeasedFetch): Promise<MediaOutcome> {
    const { companyId, fileId: id } = fetch;
    const room = await this.#inCompany(companyId, async (trx) => {
      await renewFetch(trx, fetch);
      // Of a process that was killed.
      await trx.deleteFrom("file_chunks").where("company_id", "=", companyId)
        .where("file_id", "=", id).execute();
      return await roomLeft(trx, { companyId }, this.options.filesBytesPerCompany);
    });
    const writer = new ChunkWriter((from, bytes) =>
      this.#inCompany(companyId, async (trx) => {
        await renewFetch(trx, fetch);
        await writeChunks(trx, { companyId, id }, from, bytes);
      })
    );
    try {
      const keep = (bytes: Uint8Array) => writer.add(bytes);
      const signal = this.#stopping.signal;
      const outcome = await fetchMedia(this.options, fetch, { room, keep, signal });
      return outcome.kind === "whole" ? await this.#finish(fetch, writer) : outcome;
    } catch (error) {
      if (error instanceof SecretLost) return { kind: "later", why: "secret" };
      throw error;
    }
  }

  /** Finishes files one after another, so that they do not pass the company's limit together. */
  async #finish(fetch: LeasedFetch, writer: ChunkWriter): Promise<MediaOutcome> {
    const { companyId, fileId } = fetch;
    await writer.end();
    const sniffed = await readType(this.options.reader, writer.head, companyId);
    const type = fetch.source.kind === "audio" ? soundOf(sniffed) : sniffed;
    return await this.#inCompany(companyId, async (trx): Promise<MediaOutcome> => {
      await renewFetch(trx, fetch);
      if (await roomLeft(trx, { companyId }, this.options.filesBytesPerCompany) < writer.size) {
        return { kind: "left_out", reason: "no_room", why: "no_room" };
      }
      const row = await trx.updateTable("files").set({ state: "kept", size: writer.size, type })
        .where("company_id", "=", companyId).where("id", "=", fileId)
        .returning("message_id").executeTakeFirst();
      await endFetch(trx, fetch);
      if (row?.message_id) {
        await this.options.handlers.noteFiles(trx, { companyId }, [row.message_id]);
      }
      return { kind: "whole", size: writer.size };
    });
  }

  async #settle(fetch: LeasedFetch, outcome: MediaOutcome): Promise<void> {
    const { db, log } = this.options;
    const { companyId, accountId, fileId, attempts } = fetch;
    if (outcome.kind === "whole") return;
    if (outcome.kind === "aborted") return await postponeFetch(db, fetch, 0, { isUntried: true });
    log.warn("file_not_fetched", { companyId, accountId, attempts, why: outcome.why });
    const delayMs = outcome.kind === "later" ? delaysMs[attempts - 1] : undefined;
    if (outcome.kind === "left_out" || delayMs === undefined) {
      const reason = outcome.kind === "left_out" ? outcome.reason : "unreachable";
      return await this.#inCompany(companyId, async (trx) => {
        await renewFetch(trx, fetch);
        await this.#leaveOut(trx, companyId, [fileId], reason);
      });
    }
    const waitMs = Math.max(delayMs, Math.min(retryAfterMs(outcome.retryAfter), longestWaitMs));
    await postponeFetch(db, fetch, waitMs);
    if (waitMs < shortMs) this.#offerIn(companyId, waitMs);
  }

  async #leaveOut(
    trx: Trx,
    companyId: number,
    fileIds: readonly string[],
    reason: LeftOutReason,
  ): Promise<void> {
    const messageIds = await leaveOut(trx, { companyId }, fileIds, reason);
    await this.options.handlers.noteFiles(trx, { companyId }, messageIds);
  }

  #inCompany<T>(companyId: number, work: (trx: Trx) => Promise<T>): Promise<T> {
    return inCompany(this.options.db, companyId, work, this.options.announce);
  }

  #offerIn(companyId: number, delayMs: number): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      this.offer(companyId);
    }, delayMs);
    this.#timers.add(timer);
  }
}

/** Bytes of a recording may name the container of a video. */
function soundOf(type: string): string {
  return type.startsWith("video/") ? `audio/${type.slice("video/".length)}` : type;
}
