/** Prefetches a panel link under the pointer; prerendering would start the islands. */
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
