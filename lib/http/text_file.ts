import { disposition } from "@/lib/http/disposition.ts";

/** A file to be saved under `name`, sent part by part as fast as the caller reads. */
interface TextFile {
  name: string;
  parts: AsyncIterable<string> | Iterable<string>;
}

export function csvResponse(file: TextFile): Response {
  return textFile(file, { type: "text/csv; charset=utf-8; header=present", extension: "csv" });
}

export function jsonFileResponse(file: TextFile): Response {
  return textFile(file, { type: "application/json; charset=utf-8", extension: "json" });
}

function textFile(
  { name, parts }: TextFile,
  { type, extension }: { type: string; extension: string },
): Response {
  return new Response(ReadableStream.from(parts).pipeThrough(new TextEncoderStream()), {
    headers: {
      "Content-Type": type,
      "Content-Disposition": disposition("attachment", { name, extension }),
      "Cache-Control": "private, no-store",
      "X-Content-Type-Options": "nosniff",
    },
  });
}
