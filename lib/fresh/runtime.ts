// What islands and components may import, in the browser as on the server.
import { buildId } from "./build_id.ts";
import { lockAsset } from "./asset_url.ts";

/** True in the browser, false on the server. */
export const IS_BROWSER = typeof document !== "undefined";

/**
 * Adds the build id to a root-relative URL, which lets browsers cache the file for a year.
 * Every other URL comes back unchanged.
 */
export function asset(path: string): string {
  return lockAsset(path, buildId);
}
