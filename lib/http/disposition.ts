/**
 * `Content-Disposition` for a file of this name. The name goes out twice (RFC 6266): in ASCII, and
 * whole in UTF-8 for those who know (RFC 8187).
 * @param parts.extension letters and digits; empty for none
 */
export function disposition(
  kind: "inline" | "attachment",
  { name, extension }: { name: string; extension: string },
): string {
  const bare = name.replace(/[\p{Cc}/\\]+/gu, "-");
  const ascii = bare.normalize("NFD").replace(/\p{M}/gu, "").replace(/[^ -~]|["%]/g, "-");
  const end = extension && `.${extension}`;
  return `${kind}; filename="${ascii}${end}"; filename*=UTF-8''${extended(bare)}${end}`;
}

/** Percent-encodes all but the characters that RFC 8187 leaves as they are. */
function extended(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
