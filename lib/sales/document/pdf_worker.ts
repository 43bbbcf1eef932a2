import { makeQuotePdf, type Printable } from "@/lib/sales/document/quote_pdf.ts";

/** The thread of lib/sales/document/pdf_renderer.ts: a printable comes in, its PDF goes out. */

export type Printed = { pdf: Uint8Array<ArrayBuffer> } | { error: string };

interface Thread {
  onmessage: (message: MessageEvent<Printable>) => void;
  postMessage(answer: Printed, moved?: Transferable[]): void;
}

const thread = self as unknown as Thread;

thread.onmessage = async ({ data }) => {
  try {
    const pdf = await makeQuotePdf(data);
    thread.postMessage({ pdf }, [pdf.buffer]);
  } catch (error) {
    thread.postMessage({ error: error instanceof Error ? error.stack! : String(error) });
  }
};
