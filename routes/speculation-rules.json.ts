import type { Ctx } from "@/lib/http/context.ts";
import { markSame } from "@/lib/http/serving/kept_answers.ts";
import {
  speculationRules,
  speculationRulesPath,
  speculationRulesTag,
} from "@/lib/http/serving/speculation_rules.ts";

export const handler = ({ req, url }: Ctx): Response => {
  const isCurrent = url.pathname + url.search === speculationRulesPath;
  if (isCurrent) markSame(req);
  return new Response(speculationRules, {
    headers: {
      "Content-Type": "application/speculationrules+json",
      "Cache-Control": isCurrent ? "public, max-age=31536000, immutable" : "no-cache",
      // With a tag it is compressed once and kept so.
      "ETag": `"${speculationRulesTag}"`,
      "Content-Security-Policy": "default-src 'none'",
    },
  });
};
