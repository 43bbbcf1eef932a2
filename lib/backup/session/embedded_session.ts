import { setTimeout as delay } from "node:timers/promises";
import type { PGlite, Transaction } from "@electric-sql/pglite";
import {
  type CopyTable,
  listOf,
  pathOf,
  plainText,
  type Session,
} from "@/lib/backup/session/session.ts";
import { createPglite } from "@/lib/db/connection.ts";
import { currentDatabase, lockFolder, settleDatabase } from "@/lib/db/folder.ts";

/** Opens the embedded database of a data folder for `work` alone. @throws FolderInUse */
export async function withEmbedded<T>(
  dataDir: string,
  work: (pglite: PGlite) => Promise<T>,
): Promise<T> {
  const lock = await lockFolder(dataDir);
  try {
    await settleDatabase(dataDir);
    return await withPglite(currentDatabase(dataDir), work);
  } finally {
    lock.release();
  }
}

export async function withPglite<T>(
  folder: string,
  work: (pglite: PGlite) => Promise<T>,
): Promise<T> {
  const pglite = await createPglite(folder);
  try {
    return await work(pglite);
  } finally {
    await pglite.close();
  }
}

/** Runs `work` in a transaction of the embedded database, whose other callers wait meanwhile. */
export async function withEmbeddedSnapshot<T>(
  pglite: PGlite,
  work: (session: Session) => Promise<T>,
): Promise<T> {
  return await pglite.transaction(async (transaction) => {
    await transaction.exec("set transaction read only");
    await transaction.exec(plainText.replaceAll("set ", "set local "));
    return await work(sessionOf(transaction));
  });
}

/** On an embedded database that nobody else uses; transactions are the caller's. */
export async function embeddedSession(pglite: PGlite): Promise<Session> {
  await pglite.exec(plainText);
  return sessionOf(pglite);
}

function sessionOf(pglite: PGlite | Transaction): Session {
  return {
    kind: "pglite",
    async query<Row>(text: string, values: readonly unknown[] = []) {
      const { rows, affectedRows = 0 } = await pglite.query<Row>(text, [...values]);
      return { rows, count: affectedRows };
    },
    copyOut: (table) => copyOut(pglite, table),
    async copyIn(table, rows) {
      const { affectedRows = 0 } = await pglite.query(
        `copy ${pathOf(table)} (${listOf(table.columns)}) from '/dev/blob'`,
        [],
        { blob: new Blob([rows as BlobPart]) },
      );
      await letGo();
      return affectedRows;
    },
  };
}

/** The embedded database's output stays in memory until the task of the event loop ends. */
function letGo(): Promise<void> {
  return delay(0);
}

/** Text that a copy gives at once, about: it is in memory. */
const chunkBytes = 2 * 1024 * 1024;
const blockBytes = 8_192;
/** Rows that a block can have (MaxHeapTuplesPerPage). */
const rowsOfBlock = 291;
/** Bytes become hex digits; what is stored packed becomes more. */
const growth = 2;

/** A copy of the whole table would be in memory: it goes by ranges of where rows lie. */
async function* copyOut(
  pglite: PGlite | Transaction,
  table: CopyTable,
): AsyncIterable<Uint8Array> {
  const path = pathOf(table);
  const { rows: [size] } = await pglite.query<{ blocks: number; bytes: number; rows: number }>(
    `select pg_relation_size($1::regclass) / ${blockBytes} as blocks,
      pg_table_size($1::regclass) * ${growth} as bytes, (select count(*) from only ${path}) as rows`,
    [path],
  );
  for (const [from, to] of ranges(size!)) {
    const { blob } = await pglite.query(
      `copy (select ${listOf(table.columns)} from only ${path}
        where ctid >= '${from}' and ctid < '${to}') to '/dev/blob'`,
    );
    if (blob && blob.size > 0) yield new Uint8Array(await blob.arrayBuffer());
    await letGo();
  }
}

function* ranges(
  { blocks, bytes, rows }: { blocks: number; bytes: number; rows: number },
): Iterable<[from: string, to: string]> {
  if (rows === 0) return;
  const blocksAtOnce = Math.floor(blocks * chunkBytes / bytes);
  if (blocksAtOnce > 0) {
    for (let block = 0; block < blocks; block += blocksAtOnce) {
      yield [`(${block},0)`, `(${block + blocksAtOnce},0)`];
    }
    return;
  }
  // Values that lie apart from their rows are more than a block.
  const rowsAtOnce = Math.max(1, Math.floor(rows * chunkBytes / bytes));
  for (let block = 0; block < blocks; block++) {
    for (let row = 1; row <= rowsOfBlock; row += rowsAtOnce) {
      const next = row + rowsAtOnce;
      yield [`(${block},${row})`, next > rowsOfBlock ? `(${block + 1},0)` : `(${block},${next})`];
    }
  }
}
