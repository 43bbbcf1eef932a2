import { cleanAddress } from "@/lib/channels/email/read/headers.ts";
import { fieldsOf, inUtf8 } from "@/lib/channels/in/raw_head.ts";

const mostCharacters = 2_000;

/** Address in From of a raw mail, guessed without parsing: it decides only how soon it is read. */
export function guessSender(raw: Uint8Array): string | null {
  const from = inUtf8(
    fieldsOf(raw).find(([name]) => name === "from")?.[1].slice(0, mostCharacters) ?? "",
  );
  const open = from.lastIndexOf("<");
  const close = from.indexOf(">", open);
  return cleanAddress(open >= 0 ? from.slice(open + 1, close < 0 ? undefined : close) : from);
}
