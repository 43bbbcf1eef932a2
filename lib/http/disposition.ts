/**
 * The name goes out twice (RFC 6266): in ASCII, and whole in UTF-8 (RFC 8187).
 * @param parts.extension empty for none
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

function extended(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
