import type { Head } from "@/lib/channels/email/read/headers.ts";

/**
 * Whether the server that received the mail says that its From is true: DMARC passed (RFC 8601).
 * Anybody can write such a field into a mail, so only the topmost counts, and only where it names
 * the server that the account is known to have.
 */
export function isAuthentic(
  head: Head,
  { authservId, from }: { authservId: string | null; from: string | null },
): boolean {
  if (!authservId || !from || head.filter(({ key }) => key === "from").length !== 1) return false;
  const field = head.find(({ key }) => key === "authentication-results")?.value;
  if (field === undefined) return false;
  const [named = "", ...results] = withoutComments(field).split(";").map((part) => part.trim());
  const [id, version = "1"] = named.split(/\s+/);
  if (id?.toLowerCase() !== authservId.toLowerCase() || version !== "1") return false;
  const said = results.filter((result) => /^dmarc(\/1)?\s*=/i.test(result));
  if (said.length !== 1 || !/^dmarc(\/1)?\s*=\s*pass(\s|$)/i.test(said[0]!)) return false;
  const domain = /\sheader\.from\s*=\s*"?([^\s";]+)/i.exec(said[0]!)?.[1];
  return domain === undefined || isOf(from, domain.toLowerCase());
}

function isOf(address: string, domain: string): boolean {
  const own = address.slice(address.lastIndexOf("@") + 1);
  return domain.slice(domain.lastIndexOf("@") + 1) === own;
}

/** Comments may nest; quoted strings may hold what looks like one, or like a result. */
function withoutComments(text: string): string {
  let depth = 0;
  let isQuoted = false;
  let kept = "";
  for (let at = 0; at < text.length; at++) {
    const char = text[at]!;
    if (char === "\\") {
      at++;
      continue;
    }
    if (depth === 0 && char === '"') isQuoted = !isQuoted;
    else if (!isQuoted && char === "(") depth++;
    else if (!isQuoted && depth > 0 && char === ")") depth--;
    else if (depth === 0 && !(isQuoted && char === ";")) kept += char;
  }
  return kept;
}
