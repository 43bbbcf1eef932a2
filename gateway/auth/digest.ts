import { createHash } from "node:crypto";

/** SHA-256, to recognise or bind to what is not kept itself. */
export function digestOf(text: string): string {
  return createHash("sha256").update(text).digest("base64url");
}
