/** A company's picture. Without imports, for browsers. */

export const maxLogoBytes = 256 * 1024;
/** No SVG: it can carry scripts. */
export const logoTypes = ["image/png", "image/jpeg", "image/webp"] as const;
export type LogoType = (typeof logoTypes)[number];

/** Reads the magic number; undefined if it is not an allowed type. */
export function logoTypeOf(bytes: Uint8Array): LogoType | undefined {
  const begin = String.fromCharCode(...bytes.subarray(0, 12));
  if (begin.startsWith("\x89PNG\r\n\x1a\n")) return "image/png";
  if (begin.startsWith("\xff\xd8\xff")) return "image/jpeg";
  return /^RIFF[^]{4}WEBP$/.test(begin) ? "image/webp" : undefined;
}
