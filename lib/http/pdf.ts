/** Answers a PDF to show, or to save as `name`: in ASCII, and in UTF-8 by RFC 8187 (RFC 6266). */
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

function extended(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
