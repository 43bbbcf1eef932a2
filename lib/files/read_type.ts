import type { Reader } from "@/lib/readers/reader.ts";

export const unknownType = "application/octet-stream";

const sniffMs = 1_000;

/** The media type of a file that begins so, told in a process that may be killed. */
export function readType(
  reader: Pick<Reader, "run">,
  head: Uint8Array,
  companyId: number,
): Promise<string> {
  return reader.run<string>("type", head, { queue: companyId, cpuMs: sniffMs })
    .catch(() => unknownType);
}
