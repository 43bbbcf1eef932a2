import type { CsvFile, CsvLimits } from "@/lib/records/imports/csv.ts";
import { problem } from "@/lib/input/errors.ts";
import type { Text } from "@/lib/words/language.ts";
import { Thread } from "@/lib/work/thread.ts";

export interface CsvJob {
  bytes: Uint8Array;
  /** Folded names of columns. */
  known: string[];
  limits: CsvLimits;
}

export type CsvRead = { file: CsvFile } | { refused: Record<string, Text> };

/** Far above what the largest file within the limits takes. */
const maxReadingMs = 20_000;

/** Reads CSV files in a thread of its own, companies in turn: a large one holds up no request. */
export class CsvReader {
  #thread = new Thread<CsvJob, CsvRead>(new URL("./csv_worker.ts", import.meta.url), {
    jobMs: maxReadingMs,
  });

  /** Hold no transaction meanwhile. @throws Problem validation_failed (as `readCsv`) */
  async read({ bytes, known, limits }: CsvJob, companyId: number): Promise<CsvFile> {
    const { rows, columns, cell } = limits;
    // A copy is handed over: the caller's bytes may be part of something larger.
    const own = new Uint8Array(bytes);
    const job = { bytes: own, known, limits: { rows, columns, cell } };
    const read = await this.#thread.run(job, companyId, [own.buffer]);
    if ("refused" in read) throw problem("validation_failed", { fields: read.refused });
    return read.file;
  }

  close(): void {
    this.#thread.close();
  }
}
