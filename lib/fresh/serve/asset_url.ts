export const LOCK_PARAM = "__frsh_c";

/** Adds `id` as {@linkcode LOCK_PARAM} to a root-relative URL that has none. */
export function lockAsset(path: string, id: string): string {
  if (!path.startsWith("/") || path.startsWith("//")) return path;
  const url = new URL(path, "http://root");
  if (url.searchParams.has(LOCK_PARAM)) return path;
  const separator = url.search === "" ? "?" : "&";
  return `${url.pathname}${url.search}${separator}${LOCK_PARAM}=${id}${url.hash}`;
}

/** Locks the root-relative `url(…)` references of a stylesheet. */
export function lockStylesheet(css: string, id: string): string {
  return css.replace(
    /url\(\s*(["']?)(\/[^"')]+)\1\s*\)/g,
    (_, quote, url) => `url(${quote}${lockAsset(url, id)}${quote})`,
  );
}
