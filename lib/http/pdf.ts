import { disposition } from "@/lib/http/disposition.ts";

/** Answers a PDF to show, or to save as `name`. */
export function pdfResponse(
  pdf: Uint8Array<ArrayBuffer>,
  name: string,
  headers: Record<string, string> = {},
): Response {
  return new Response(pdf, {
    headers: {
      "Content-Type": "application/pdf",
      "Content-Disposition": disposition("inline", { name, extension: "pdf" }),
      "Cache-Control": "private, no-store",
      "X-Content-Type-Options": "nosniff",
      ...headers,
    },
  });
}
