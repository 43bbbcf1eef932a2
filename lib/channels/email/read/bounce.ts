import type { Attachment } from "postal-mime";
import {
  cleanAddress,
  cleanLine,
  type Head,
  idOf,
  referencesOf,
} from "@/lib/channels/email/read/headers.ts";
import type { Bounce, Bounced } from "@/lib/channels/email/read/mail.ts";

/** Reports of mail servers on what became of a mail (RFC 3464). */

const mostRecipients = 100;
const longestReport = 200_000;
const longestReason = 300;

export function readBounce(head: Head, parts: readonly Attachment[]): Bounce | null {
  const report = parts.find(({ mimeType }) =>
    mimeType === "message/delivery-status" || mimeType === "message/global-delivery-status"
  );
  if (!report) return null;
  const recipients = blocksOf(textOf(report)).map(toRecipient).filter((one) => one !== undefined);
  const returned = parts.filter(({ mimeType }) => returnedTypes.has(mimeType));
  const ids = returned.map((part) => idOf(headOf(textOf(part)).get("message-id")));
  const about = [...ids.filter((id) => id !== null), ...referencesOf(head)];
  return { about: [...new Set(about)], recipients: recipients.slice(0, mostRecipients) };
}

const returnedTypes = new Set([
  ...["message/rfc822", "text/rfc822-headers", "message/global", "message/global-headers"],
]);

const actions = ["failed", "delayed", "delivered"] as const;

function toRecipient(fields: Map<string, string>): Bounced | undefined {
  const action = fields.get("action")?.trim().toLowerCase();
  if (action === undefined) return undefined;
  const recipient = fields.get("original-recipient") ?? fields.get("final-recipient");
  return {
    address: cleanAddress(afterType(recipient)?.replace(/^<(.*)>$/, "$1")),
    action: actions.find((known) => known === action) ?? "other",
    status: /\b[245]\.\d{1,3}\.\d{1,3}\b/.exec(fields.get("status") ?? "")?.[0] ?? null,
    reason: cleanLine(afterType(fields.get("diagnostic-code")) ?? "", longestReason),
  };
}

/** `smtp; 550 no such user`: what stands behind the kind. */
function afterType(value: string | undefined): string | undefined {
  return value?.replace(/^[\w-]+\s*;/, "").trim();
}

function blocksOf(text: string): Map<string, string>[] {
  return text.split(/\n[ \t]*\n/).map(headOf);
}

function headOf(text: string): Map<string, string> {
  const fields = new Map<string, string>();
  const [block = ""] = text.replace(/^\n+/, "").split(/\n[ \t]*\n/, 1);
  for (const line of block.replace(/\n[ \t]+/g, " ").split("\n")) {
    const colon = line.indexOf(":");
    if (colon < 1) continue;
    const name = line.slice(0, colon).trim().toLowerCase();
    if (!fields.has(name)) fields.set(name, line.slice(colon + 1).trim());
  }
  return fields;
}

function textOf({ content }: Attachment): string {
  const bytes = new Uint8Array(content as ArrayBuffer).subarray(0, longestReport);
  return new TextDecoder().decode(bytes).replaceAll("\r\n", "\n");
}
