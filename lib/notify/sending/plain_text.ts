import * as z from "zod";
import { cutText } from "@/lib/input/cut_text.ts";
import { problem } from "@/lib/input/errors.ts";
import { isVisible, queryInteger, text, validate } from "@/lib/input/input.ts";
import {
  limits,
  messageFields,
  type NotifyRequest,
  notifyRequest,
} from "@/lib/notify/sending/notification.ts";
import { inputWords } from "@/lib/words/input.ts";

/** The shortest send: a text, with few other fields in the address. */

const { type, priority, tag } = messageFields;

export const plainQuery = z.strictObject({
  title: text({ max: limits.title }).optional().meta({
    description: "What it is about; the text's first line unless given.",
  }),
  type,
  priority,
  tag,
  ttl: queryInteger({ min: 60, max: 2_592_000 }).optional().meta({
    description: "Seconds after the send until it expires and nobody can answer.",
  }),
});

/** @throws Problem bad_request (no UTF-8), validation_failed (`userId`, `body`) */
export function plainRequest(
  userId: string,
  bytes: Uint8Array,
  { title, ...query }: z.output<typeof plainQuery>,
  idempotencyKey?: string,
): NotifyRequest {
  const whole = decoded(bytes).replaceAll("\r\n", "\n").trim();
  if (!isVisible(whole)) throw problem("validation_failed", { fields: { body: inputWords.blank } });
  const lines = whole.split("\n");
  const at = lines.findIndex(isVisible);
  const line = lines[at]!.trim();
  const cut = cutText(line, limits.title);
  const rest = lines.slice(at + 1).join("\n").trim();
  // Nothing is lost of a first line that is cut.
  const isRest = title === undefined && cut === line && isVisible(rest);
  const text = { title: title ?? cut, body: isRest ? rest : whole };
  return validate(notifyRequest, { ...query, ...text, userId, idempotencyKey });
}

function decoded(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    throw problem("bad_request", { cause });
  }
}
