import { cleanAddress, fieldOf, type Head } from "@/lib/channels/email/read/headers.ts";
import type { AutomaticKind, Bounce } from "@/lib/channels/email/read/mail.ts";

/** Tells mail that programs send from what people write (RFC 3834, 2919, 2369). */
export function automaticKind(
  head: Head,
  { from, ownAddress, bounce }: {
    from: string | null;
    ownAddress: string | null;
    bounce: Bounce | null;
  },
): AutomaticKind | null {
  if (bounce) {
    const failed = bounce.recipients.some(({ action }) => action === "failed");
    return failed ? "bounce" : "report";
  }
  // Of a mail that was read, or of abuse (RFC 8098, 5965): programs write them, whatever they say.
  if (/^\s*multipart\/report/i.test(fieldOf(head, "content-type") ?? "")) return "report";
  const submitted = wordOf(fieldOf(head, "auto-submitted"));
  if (submitted !== "" && submitted !== "no") return "auto_reply";
  if (head.some(({ key }) => replyFields.has(key))) return "auto_reply";
  const precedence = wordOf(fieldOf(head, "precedence"));
  if (precedence === "auto_reply") return "auto_reply";
  if (head.some(({ key }) => key.startsWith("list-"))) return "list";
  if (["bulk", "list", "junk"].includes(precedence)) return "list";
  if (hasNullSender(head) || /^(mailer-daemon|postmaster)@/.test(from ?? "")) return "report";
  return ownAddress !== null && from === ownAddress ? "own" : null;
}

const replyFields = new Set(["x-autoreply", "x-autorespond", "x-auto-reply"]);

/** Of a field such as `auto-replied; owner="…"`. */
function wordOf(value: string | undefined): string {
  return /^\s*([\w-]*)/.exec(value ?? "")![1]!.toLowerCase();
}

/** `Return-Path: <>`: nobody wants to hear of it. */
function hasNullSender(head: Head): boolean {
  const path = fieldOf(head, "return-path");
  return path !== undefined && /^\s*<\s*>/.test(path) && cleanAddress(path) === null;
}
