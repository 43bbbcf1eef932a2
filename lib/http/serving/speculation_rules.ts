/** Which of the panel's pages browsers draw ahead: https://html.spec.whatwg.org/#speculative-loading. */
import { createHash } from "node:crypto";

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
export const speculationRules = JSON.stringify({
  prefetch: [{ where: isPage, eagerness: "moderate" }],
  prerender: [{
    where: { and: [isPage, { not: { selector_matches: "[href*='#'], [target]" } }] },
    eagerness: "moderate",
  }],
});

/** Names these rules among those of other versions. */
export const speculationRulesTag = createHash("sha256").update(speculationRules)
  .digest("base64url").slice(0, 16);

/** Address of these rules: others are elsewhere, so that browsers may keep them for good. */
export const speculationRulesPath = `/speculation-rules.json?${speculationRulesTag}`;
