const lineEnd = 0x0a;

/**
 * Gathers chunks of whole rows into pieces of at most `most` bytes; a row that is more is one of
 * its own. In `COPY` text a line's end stands behind each row and nowhere else.
 */
export async function* inPieces(
  chunks: AsyncIterable<Uint8Array>,
  most: number,
): AsyncIterable<Uint8Array> {
  let parts: Uint8Array[] = [];
  let bytes = 0;
  const take = () => {
    const piece = joined(parts, bytes);
    [parts, bytes] = [[], 0];
    return piece;
  };
  for await (let chunk of chunks) {
    while (bytes + chunk.length > most) {
      let cut = most > bytes ? chunk.lastIndexOf(lineEnd, most - bytes - 1) + 1 : 0;
      if (cut === 0 && bytes === 0) cut = chunk.indexOf(lineEnd) + 1;
      if (cut > 0) {
        parts.push(chunk.subarray(0, cut));
        bytes += cut;
        chunk = chunk.subarray(cut);
      }
      yield take();
    }
    if (chunk.length === 0) continue;
    parts.push(chunk);
    bytes += chunk.length;
  }
  if (bytes > 0) yield take();
}

function joined(parts: readonly Uint8Array[], bytes: number): Uint8Array {
  if (parts.length === 1) return parts[0]!;
  const whole = new Uint8Array(bytes);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
