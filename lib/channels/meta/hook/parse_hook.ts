const deepest = 64;

/** The JSON of a hook; undefined where it is none, or nests deeper than any of Meta's. */
export function parseHook(body: Uint8Array): unknown {
  if (depthOf(body) > deepest) return undefined;
  try {
    return JSON.parse(new TextDecoder().decode(body));
  } catch {
    return undefined;
  }
}

const [quote, backslash, ...brackets] = new TextEncoder().encode('"\\[{]}');
const [openList, open, closeList, close] = brackets;

/** Stops counting once it is too deep. */
function depthOf(body: Uint8Array): number {
  let depth = 0;
  let deepestSoFar = 0;
  let isText = false;
  for (let at = 0; at < body.length && deepestSoFar <= deepest; at++) {
    const byte = body[at];
    if (byte === backslash) at++;
    else if (byte === quote) isText = !isText;
    else if (isText) continue;
    else if (byte === openList || byte === open) deepestSoFar = Math.max(deepestSoFar, ++depth);
    else if (byte === closeList || byte === close) depth--;
  }
  return deepestSoFar;
}
