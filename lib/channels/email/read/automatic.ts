import { hasNullSender, isDaemon } from "@/lib/channels/email/read/bounce/read_bounce.ts";
import { fieldOf } from "@/lib/channels/email/read/headers.ts";
import { type AutomaticKind, type Bounce, kindOfBounce } from "@/lib/channels/email/read/mail.ts";
import type { Head } from "@/lib/channels/email/read/mime/parsed.ts";
import { autoSubmitted, hasReplyField } from "@/lib/channels/email/read/origin.ts";

/** Tells mail that programs write from what people write (RFC 3834). Lists pass on people's. */
export function automaticKind(
  head: Head,
  { from, ownAddress, bounce }: {
    from: string | null;
    ownAddress: string | null;
    bounce: Bounce | null;
  },
): AutomaticKind | null {
  if (bounce) return kindOfBounce(bounce);
  // Of a mail that was read, or of abuse (RFC 8098, 5965): programs write them, whatever they say.
  if (/^\s*multipart\/report/i.test(fieldOf(head, "content-type") ?? "")) return "report";
  const submitted = autoSubmitted(head);
  if ((submitted !== "" && submitted !== "no") || hasReplyField(head)) return "auto_reply";
  const isServer = from === null ? isDaemon(head) : /^(mailer-daemon|postmaster)@/.test(from);
  if (isServer || hasNullSender(head)) return "report";
  return ownAddress !== null && from === ownAddress ? "own" : null;
}
