import { fileTypeFromBuffer } from "file-type";

/** Says what bytes are: in a thread of its own, since strangers made them. */

const unknownType = "application/octet-stream";

/** The media type of a file that begins so; `text/plain` where it can be read as UTF-8. */
export async function typeOf(head: Uint8Array): Promise<string> {
  const type = await fileTypeFromBuffer(head).catch(() => undefined);
  if (type) return type.mime.split(";")[0]!.toLowerCase();
  return isText(head) ? "text/plain" : unknownType;
}

function isText(head: Uint8Array): boolean {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(head, { stream: true });
    // deno-lint-ignore no-control-regex
    return !/[\x00-\x08\x0e-\x1a\x1c-\x1f]/.test(text);
  } catch {
    return false;
  }
}
