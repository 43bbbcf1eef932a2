import { comparedDomain } from "@/lib/input/addresses/email_address.ts";
import { withoutComments } from "@/lib/channels/email/read/headers.ts";
import type { Head } from "@/lib/channels/email/read/mime/parsed.ts";

const longestField = 20_000;

/**
 * Reports whether the server that received the mail says that its From is true: DMARC passed (RFC 8601).
 * Anybody can write such a field into a mail, so only the topmost counts, and only where it names
 * the server that the account is known to have.
 */
export function isAuthentic(
  head: Head,
  { authservId, from }: { authservId: string | null; from: string | null },
): boolean {
  if (!authservId || !from || head.filter(({ key }) => key === "from").length !== 1) return false;
  const field = head.find(({ key }) => key === "authentication-results")?.value;
  if (field === undefined || field.length > longestField) return false;
  const [named = "", ...results] = withoutComments(field).split(";").map((part) => part.trim());
  const [id, version = "1"] = named.split(/\s+/);
  if (id?.toLowerCase() !== authservId.toLowerCase() || version !== "1") return false;
  const verdicts = results.filter((result) => /^dmarc(\/1)?\s*=/i.test(result));
  if (verdicts.length !== 1 || !/^dmarc(\/1)?\s*=\s*pass(\s|$)/i.test(verdicts[0]!)) return false;
  const domain = /\sheader\.from\s*=\s*"?([^\s";]+)/i.exec(verdicts[0]!)?.[1];
  return domain === undefined || isOf(from, domain);
}

function isOf(address: string, domain: string): boolean {
  const own = address.slice(address.lastIndexOf("@") + 1);
  return comparedDomain(domain.slice(domain.lastIndexOf("@") + 1)) === own;
}
