/** A company's picture. Without imports, for browsers. */

export const maxLogoBytes = 256 * 1024;
export const maxLogoSide = 4_000;
/** No SVG: it can carry scripts. */
export const logoTypes = ["image/png", "image/jpeg", "image/webp"] as const;
export type LogoType = (typeof logoTypes)[number];

/** Browsers load pictures from this server alone. */
export function isShownLogo(logo: string | null | undefined): logo is string {
  return logo?.startsWith("/logo/") === true;
}

/** Reads the magic number; undefined if the type is not allowed. */
export function logoTypeOf(bytes: Uint8Array): LogoType | undefined {
  const begin = String.fromCharCode(...bytes.subarray(0, 12));
  if (begin.startsWith("\x89PNG\r\n\x1a\n")) return "image/png";
  if (begin.startsWith("\xff\xd8\xff")) return "image/jpeg";
  return /^RIFF[^]{4}WEBP$/.test(begin) ? "image/webp" : undefined;
}
