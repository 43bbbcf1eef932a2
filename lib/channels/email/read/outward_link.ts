// Browsers read `https:/path` in a page of https as a path of that page's own server.
const outward = /^(?:https?:\/\/[^\s/\\?#]|mailto:|tel:)/i;

/** The address that a link of a mail leads to; undefined where only a page of ours gives it one. */
export function outwardLink(href: string | null | undefined): string | undefined {
  const address = href?.trim() ?? "";
  return outward.test(address) ? address : undefined;
}
