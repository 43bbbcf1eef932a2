/** Ranges of bytes (RFC 9110, 14): one range, which is all that players ask for. Pure. */

export interface ByteRange {
  from: number;
  end: number; // behind the last byte
}

/** Undefined for the whole: none is asked for, or several, or in a form that is not known. */
export function readRange(
  header: string | null,
  size: number,
): ByteRange | "unsatisfiable" | undefined {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? "");
  if (!match) return undefined;
  const [, first = "", last = ""] = match;
  if (first === "" && last === "") return undefined;
  if (first === "") {
    const length = Math.min(Number(last), size);
    return length === 0 ? "unsatisfiable" : { from: size - length, end: size };
  }
  const from = Number(first);
  if (last !== "" && Number(last) < from) return undefined;
  if (from >= size) return "unsatisfiable";
  return { from, end: last === "" ? size : Math.min(Number(last) + 1, size) };
}
