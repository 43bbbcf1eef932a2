/**
 * What browsers may fetch before it is asked for: the page behind a link of the panel that the
 * pointer rests on. Only prefetched, as a page that is rendered ahead would start its islands.
 */
const rules = JSON.stringify({
  prefetch: [{
    where: {
      and: [
        { or: [{ href_matches: "/panel" }, { href_matches: "/panel/*" }] },
        { not: { href_matches: "/panel/*.(csv|pdf)" } },
        { not: { selector_matches: "[data-no-prefetch], [download]" } },
      ],
    },
    eagerness: "moderate",
  }],
});

export const handler = (): Response =>
  new Response(rules, {
    headers: {
      "Content-Type": "application/speculationrules+json",
      "Cache-Control": "public, max-age=3600",
    },
  });
