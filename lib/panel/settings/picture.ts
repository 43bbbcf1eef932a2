import { logoTypeOf, maxLogoBytes, maxLogoSide } from "@/lib/values/logo.ts";

/** Makes of a chosen file the logo that is sent: what it is, is read from its bytes. */

export type RefusedPicture = "markup" | "other" | "broken" | "large";

/** Sides of the longer edge that are tried, in pixels, until the picture is small enough. */
const sides = [1024, 768, 512, 384, 256];

/**
 * PNG and JPEG pass as they are where they are small enough. WebP becomes PNG, because documents
 * cannot hold it; what is large is drawn smaller.
 */
export async function logoOf(file: File): Promise<Blob | RefusedPicture> {
  const bytes = new Uint8Array(await file.slice(0, 1024).arrayBuffer());
  const type = logoTypeOf(bytes);
  if (!type) return isMarkup(bytes) ? "markup" : "other";
  const picture = await createImageBitmap(file).catch(() => null);
  if (!picture) return "broken";
  const isSmall = file.size <= maxLogoBytes &&
    Math.max(picture.width, picture.height) <= maxLogoSide;
  if (type !== "image/webp" && isSmall) return new Blob([file], { type });
  try {
    for (const side of sides) {
      const drawn = await drawnAsPng(picture, side);
      if (drawn && drawn.size <= maxLogoBytes) return drawn;
    }
    return "large";
  } finally {
    picture.close();
  }
}

/** SVG, HTML and other XML begin with a tag, after a byte order mark and space at most. */
function isMarkup(bytes: Uint8Array): boolean {
  return /^\s*</.test(new TextDecoder().decode(bytes));
}

function drawnAsPng(picture: ImageBitmap, side: number): Promise<Blob | null> {
  const scale = Math.min(1, side / Math.max(picture.width, picture.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  canvas.getContext("2d")!.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}
