/** Whether If-None-Match names the tag, weak or strong (RFC 9110, 13.1.2). */
export function isKnown(req: Request, etag: string): boolean {
  const header = req.headers.get("if-none-match");
  if (header === null || header.trim() === "*") return header !== null;
  const opaque = (tag: string) => tag.trim().replace(/^W\//, "");
  return header.split(",").some((tag) => opaque(tag) === opaque(etag));
}
