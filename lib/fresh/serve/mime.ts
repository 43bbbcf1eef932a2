import { extname } from "node:path";

const TYPES = new Map(
  `avif image/avif,css text/css,csv text/csv,gif image/gif,html text/html,ico image/x-icon,
  jpeg image/jpeg,jpg image/jpeg,js text/javascript,json application/json,map application/json,
  md text/markdown,mjs text/javascript,mp3 audio/mpeg,mp4 video/mp4,otf font/otf,
  pdf application/pdf,png image/png,svg image/svg+xml,ttf font/ttf,txt text/plain,
  wasm application/wasm,webmanifest application/manifest+json,webp image/webp,woff font/woff,
  woff2 font/woff2,xml text/xml,zip application/zip`
    .split(/,\s*/).map((entry) => entry.split(" ") as [string, string]),
);

export function contentTypeOf(path: string): string {
  const type = TYPES.get(extname(path).slice(1).toLowerCase());
  if (!type) return "text/plain";
  return /^text\/|json$/.test(type) ? `${type}; charset=UTF-8` : type;
}
