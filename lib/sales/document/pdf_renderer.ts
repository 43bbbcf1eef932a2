import { createHash } from "node:crypto";
import type { Printable } from "@/lib/sales/document/quote_pdf.ts";
import type { Printed } from "@/lib/sales/document/pdf_worker.ts";
import { problem } from "@/lib/input/errors.ts";

/** A thread that idles longer is ended, and its memory with it. */
const maxIdleMs = 60_000;
/** As JSON: some hundred full pages. More would take the memory of everything else. */
const maxCharacters = 300_000;
const maxPrintingMs = 90_000;
const maxKeptBytes = 16 * 1024 * 1024;

type Pdf = Uint8Array<ArrayBuffer>;

/** Prints in a thread of its own, one at a time, and keeps the last results by their content. */
export class PdfRenderer {
  #kept = new Map<string, Pdf>();
  #keptBytes = 0;
  #printing = new Map<string, Promise<Pdf>>();
  #last: Promise<unknown> = Promise.resolve();
  #thread: Worker | undefined;
  #idling: ReturnType<typeof setTimeout> | undefined;
  #giveUp: ((reason: Error) => void) | undefined;
  constructor(private readonly limits = { maxKeptBytes, maxPrintingMs }) {}

  /** Hold no transaction meanwhile. @throws Problem too_large, Error it could not be printed */
  async print(printable: Printable): Promise<Pdf> {
    const said = JSON.stringify([printable.document, printable.isDraft]);
    if (said.length > maxCharacters) throw problem("too_large", { details: { maxCharacters } });
    const key = createHash("sha256").update(said)
      .update(printable.logo ?? "").digest("base64");
    const kept = this.#kept.get(key);
    if (kept) {
      this.#keep(key, kept);
      return kept;
    }
    const running = this.#printing.get(key);
    if (running) return await running;
    const printing = this.#last.then(() => this.#run(printable)).then((pdf) => {
      this.#keep(key, pdf);
      return pdf;
    }).finally(() => this.#printing.delete(key));
    this.#printing.set(key, printing);
    this.#last = printing.catch(() => {});
    return await printing;
  }

  /** Ends the thread and what it prints; the next printing starts another. */
  close(): void {
    clearTimeout(this.#idling);
    this.#giveUp?.(new Error("the printing thread was ended"));
    this.#thread?.terminate();
    this.#thread = undefined;
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

  async #run(printable: Printable): Promise<Pdf> {
    clearTimeout(this.#idling);
    const { promise, resolve, reject } = Promise.withResolvers<Printed>();
    this.#giveUp = reject;
    const thread = this.#thread ??= new Worker(
      new URL("./pdf_worker.ts", import.meta.url),
      { type: "module" },
    );
    thread.onmessage = ({ data }: MessageEvent<Printed>) => resolve(data);
    thread.onerror = (event) => {
      event.preventDefault(); // or it would end the process
      reject(new Error(event.message));
    };
    const late = setTimeout(
      () => reject(new Error("printing took too long")),
      this.limits.maxPrintingMs,
    );
    thread.postMessage(printable);
    try {
      const printed = await promise;
      if ("error" in printed) throw new Error(printed.error);
      return printed.pdf;
    } catch (error) {
      this.close(); // whatever state it is in
      throw error;
    } finally {
      clearTimeout(late);
      this.#idling = setTimeout(() => this.close(), maxIdleMs);
      Deno.unrefTimer(this.#idling);
    }
  }
}
