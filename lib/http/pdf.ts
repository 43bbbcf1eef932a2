/** How a PDF is answered. */

/**
 * Answers a PDF to be shown in the browser, and saved under `name` with its extension.
 * The name goes out twice (RFC 6266): in ASCII, and whole in UTF-8 for those who know (RFC 8187).
 */
export function pdfResponse(
  pdf: Uint8Array<ArrayBuffer>,
  name: string,
  headers: Record<string, string> = {},
): Response {
  const bare = name.replace(/[\p{Cc}/\\]+/gu, "-");
  const ascii = bare.normalize("NFD").replace(/\p{M}/gu, "").replace(/[^ -~]|["%]/g, "-");
  return new Response(pdf, {
    headers: {
      "Content-Type": "application/pdf",
      "Content-Disposition": `inline; filename="${ascii}.pdf"; filename*=UTF-8''${
        extended(bare)
      }.pdf`,
      "Cache-Control": "private, no-store",
      "X-Content-Type-Options": "nosniff",
      ...headers,
    },
  });
}

/** Percent-encodes all but the characters that RFC 8187 leaves as they are. */
function extended(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
