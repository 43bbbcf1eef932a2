import type { Reader } from "@/lib/readers/reader.ts";
import type { ImportJob, ImportRead, ReadOrRefused } from "@/lib/records/imports/read_import.ts";
import { problem } from "@/lib/input/errors.ts";
import { importWords } from "@/lib/words/imports.ts";
import { ReaderEnded } from "@/lib/readers/reader.ts";

/** Processor time: several times what the largest file within the limits takes. */
const maxReadingMs = 15_000;

/** Reads files in another process, companies in turn: a large one holds up no request. */
export class ImportReader {
  constructor(private readonly reader: Pick<Reader, "run">) {}

  /**
   * Hold no transaction meanwhile.
   * @param queue jobs of one queue run one after another; mostly a company's id
   * @param signal aborts when the caller is gone and nobody needs the result
   * @throws Problem validation_failed (as `readImport`, or what takes too long to read),
   * bad_request the caller is gone
   */
  async read(job: ImportJob, queue: number, signal: AbortSignal): Promise<ImportRead> {
    const options = { queue, cpuMs: maxReadingMs, signal };
    const answer = await this.reader.run<ReadOrRefused>("import", job, options)
      .catch((error) => {
        if (signal.aborted) throw problem("bad_request", { cause: error });
        if (!(error instanceof ReaderEnded) || error.outcome === "closed") throw error;
        const fields = { body: importWords.unreadable };
        throw problem("validation_failed", { fields, cause: error });
      });
    if (signal.aborted) throw problem("bad_request", { cause: signal.reason });
    if ("refused" in answer) throw problem("validation_failed", { fields: answer.refused });
    return answer.read;
  }
}
