import { createHash } from "node:crypto";
import type { Printable, PrintJob } from "@/lib/sales/document/quote_pdf.ts";
import { problem } from "@/lib/input/errors.ts";
import { Thread } from "@/lib/work/thread.ts";

/** Limit of the JSON: some hundred full pages. More would take the memory of everything else. */
const maxCharacters = 300_000;
const maxPrintingMs = 90_000;
const maxKeptBytes = 16 * 1024 * 1024;

type Pdf = Uint8Array<ArrayBuffer>;

/** Prints in a thread, companies in turn, and keeps the last results by their content. */
export class PdfRenderer {
  #kept = new Map<string, Pdf>();
  #keptBytes = 0;
  #printing = new Map<string, Promise<Pdf>>();
  #thread: Thread<PrintJob, Pdf>;

  /** @param readLogo reads the logo as a data URL; null where it cannot be printed */
  constructor(
    private readonly readLogo: (logo: Uint8Array, queue: number) => Promise<string | null>,
    private readonly limits = { maxKeptBytes, maxPrintingMs },
  ) {
    const url = new URL("./pdf_worker.ts", import.meta.url);
    this.#thread = new Thread(url, { jobMs: limits.maxPrintingMs });
  }

  /**
   * Hold no transaction meanwhile.
   * @param queue jobs of one queue run one after another; mostly a company's id
   * @throws Problem too_large, Error it could not be printed
   */
  async print(printable: Printable, queue: number): Promise<Pdf> {
    const content = JSON.stringify([printable.document, printable.isDraft]);
    if (content.length > maxCharacters) throw problem("too_large", { details: { maxCharacters } });
    const key = createHash("sha256").update(content)
      .update(printable.logo ?? "").digest("base64");
    const cached = this.#kept.get(key);
    if (cached) {
      this.#keep(key, cached);
      return cached;
    }
    const running = this.#printing.get(key);
    if (running) return await running;
    const printing = this.#print(printable, queue).then((pdf) => {
      this.#keep(key, pdf);
      return pdf;
    }).finally(() => this.#printing.delete(key));
    this.#printing.set(key, printing);
    return await printing;
  }

  async #print({ logo, ...printable }: Printable, queue: number): Promise<Pdf> {
    const picture = logo && await this.readLogo(logo, queue);
    return await this.#thread.run({ ...printable, picture }, queue);
  }

  /** Ends the thread and what it prints; the next printing starts another. */
  close(): void {
    this.#thread.close();
  }

  #keep(key: string, pdf: Pdf): void {
    if (!this.#kept.delete(key)) this.#keptBytes += pdf.length;
    this.#kept.set(key, pdf); // the map's order is by last use
    for (const [oldest, { length }] of this.#kept) {
      if (this.#keptBytes <= this.limits.maxKeptBytes) break;
      this.#kept.delete(oldest);
      this.#keptBytes -= length;
    }
  }
}
