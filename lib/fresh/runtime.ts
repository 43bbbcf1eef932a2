import { buildId } from "./serve/build_id.ts";
import { lockAsset } from "./serve/asset_url.ts";

export const IS_BROWSER = typeof document !== "undefined";

/** Adds the build id to a root-relative URL, so that browsers cache the file for a year. */
export function asset(path: string): string {
  return lockAsset(path, buildId);
}
