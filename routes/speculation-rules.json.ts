import { createHash } from "node:crypto";
import type { Ctx } from "@/lib/http/context.ts";
import { markSame } from "@/lib/http/serving/kept_answers.ts";

const isPage = {
  and: [
    { or: [{ href_matches: "/panel" }, { href_matches: "/panel/*" }] },
    { not: { href_matches: "/panel/*.(csv|pdf)" } },
    { not: { selector_matches: "[data-no-prefetch], [download]" } },
  ],
};

/**
 * Draws the page under the pointer ahead; lib/panel/page/shown.ts holds back what islands do. A
 * link to a place on a page opens something there, so that the page is only fetched.
 */
const rules = JSON.stringify({
  prefetch: [{ where: isPage, eagerness: "moderate" }],
  prerender: [{
    where: { and: [isPage, { not: { selector_matches: "[href*='#'], [target]" } }] },
    eagerness: "moderate",
  }],
});

// With a tag it is compressed once and kept so.
const tag = `"${createHash("sha256").update(rules).digest("base64url").slice(0, 16)}"`;

export const handler = ({ req }: Ctx): Response => {
  markSame(req);
  return new Response(rules, {
    headers: {
      "Content-Type": "application/speculationrules+json",
      "Cache-Control": "public, max-age=3600",
      "ETag": tag,
    },
  });
};
