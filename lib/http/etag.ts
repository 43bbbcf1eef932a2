/**
 * Whether the caller has this content already: If-None-Match names its tag, weak or strong
 * (RFC 9110, 13.1.2).
 */
export function isKnown(req: Request, etag: string): boolean {
  const known = req.headers.get("if-none-match");
  if (known === null || known.trim() === "*") return known !== null;
  const opaque = (tag: string) => tag.trim().replace(/^W\//, "");
  return known.split(",").some((tag) => opaque(tag) === opaque(etag));
}
