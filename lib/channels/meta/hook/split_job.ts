import { parseHook } from "@/lib/channels/meta/hook/parse_hook.ts";
import { type HookEvent, splitHook } from "@/lib/channels/meta/hook/split.ts";

/** What a reader makes of a hook, in its process: null where it is none. */
export function splitBody(body: Uint8Array): HookEvent[] | null {
  return splitHook(parseHook(body));
}
