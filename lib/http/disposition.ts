/** The name goes out twice (RFC 6266): in ASCII, and whole in UTF-8 (RFC 8187). */
export function disposition(
  kind: "inline" | "attachment",
  { name, extension }: { name: string; extension: string },
): string {
  const bare = name.replace(/[\p{Cc}/\\]+/gu, "-");
  const ascii = bare.normalize("NFD").replace(/\p{M}/gu, "").replace(/[^ -~]|["%]/g, "-");
  return `${kind}; filename="${ascii}.${extension}"; filename*=UTF-8''${
    extended(bare)
  }.${extension}`;
}

function extended(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
