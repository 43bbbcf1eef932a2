import { dirname } from "node:path";
import { DatabaseSync, type StatementSync } from "node:sqlite";
import { ensureDir } from "@/lib/db/folder.ts";
import { describeError, type Log } from "@/lib/tools/log.ts";

/** The file that keeps what a queue in memory would lose with its process. */
export interface QueueFile {
  waiting(): { text: string; delayMs: number }[];
  keep(text: string, delayMs: number): void;
  forget(text: string): void;
  close(): void;
}

/** Opens the queue's file; a damaged one is set aside. Never throws: Postgres has the truth. */
export async function openQueueFile(path: string, log: Log): Promise<QueueFile | undefined> {
  try {
    await ensureDir(dirname(path));
    try {
      return new KeptMessages(open(path), log);
    } catch (error) {
      if (!isDamaged(error)) throw error;
      const aside = `${path}.damaged-${Date.now()}`;
      await setAside(path, aside);
      log.error("queue_file_set_aside", { path, aside, ...describeError(error) });
      return new KeptMessages(open(path), log);
    }
  } catch (error) {
    log.error("queue_file_unusable", { path, ...describeError(error) });
    return undefined;
  }
}

class Damaged extends Error {
  override name = "Damaged";
}

function open(path: string): DatabaseSync {
  const file = new DatabaseSync(path);
  try {
    const { quick_check: said } = file.prepare("pragma quick_check(1)").get() as unknown as Check;
    if (said !== "ok") throw new Damaged(said);
    file.exec(`
      pragma journal_mode = wal;
      pragma synchronous = off;
      create table if not exists waiting (text text primary key, due_at integer not null) strict`);
    return file;
  } catch (error) {
    file.close();
    throw error;
  }
}

interface Check {
  quick_check: string;
}

const corrupt = 11;
const notADatabase = 26;

function isDamaged(error: unknown): boolean {
  const { errcode } = error as { errcode?: number };
  return error instanceof Damaged || errcode === corrupt || errcode === notADatabase ||
    /malformed|not a database/.test(String(error));
}

async function setAside(path: string, aside: string): Promise<void> {
  await Deno.rename(path, aside);
  // The rest of a write-ahead log would be applied to the new file.
  for (const end of ["-wal", "-shm"]) await Deno.remove(path + end).catch(() => {});
}

class KeptMessages implements QueueFile {
  #keep: StatementSync;
  #forget: StatementSync;
  #saidAt = 0;

  constructor(private readonly file: DatabaseSync, private readonly log: Log) {
    this.#keep = file.prepare("insert or replace into waiting (text, due_at) values (?, ?)");
    this.#forget = file.prepare("delete from waiting where text = ?");
  }

  waiting() {
    const now = Date.now();
    let rows: { text: string; due_at: number }[] = [];
    this.#attempt(() => {
      rows = this.file.prepare("select text, due_at from waiting").all() as unknown as typeof rows;
    });
    return rows.map(({ text, due_at }) => ({ text, delayMs: Math.max(0, due_at - now) }));
  }

  keep(text: string, delayMs: number): void {
    this.#attempt(() => this.#keep.run(text, Math.round(Date.now() + delayMs)));
  }

  forget(text: string): void {
    this.#attempt(() => this.#forget.run(text));
  }

  close(): void {
    this.#attempt(() => this.file.close());
  }

  #attempt(work: () => void): void {
    try {
      work();
    } catch (error) {
      if (Date.now() < this.#saidAt + 60_000) return;
      this.#saidAt = Date.now();
      this.log.warn("queue_file_failed", describeError(error));
    }
  }
}
