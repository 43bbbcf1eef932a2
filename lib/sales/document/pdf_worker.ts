import { makeQuotePdf } from "@/lib/sales/document/quote_pdf.ts";
import { serveJobs } from "@/lib/work/thread.ts";

/** The thread of lib/sales/document/pdf_renderer.ts: a printable comes in, its PDF goes out. */
serveJobs(makeQuotePdf, (pdf) => [pdf.buffer]);
