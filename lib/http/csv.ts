import { disposition } from "@/lib/http/disposition.ts";

/** Answers a CSV file to be saved under `name`, part by part as fast as the caller reads. */
export function csvResponse(
  { name, parts }: { name: string; parts: AsyncIterable<string> },
): Response {
  return new Response(ReadableStream.from(parts).pipeThrough(new TextEncoderStream()), {
    headers: {
      "Content-Type": "text/csv; charset=utf-8; header=present",
      "Content-Disposition": disposition("attachment", { name, extension: "csv" }),
      "Cache-Control": "private, no-store",
      "X-Content-Type-Options": "nosniff",
    },
  });
}
