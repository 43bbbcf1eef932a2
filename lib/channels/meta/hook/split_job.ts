import { parseHook } from "@/lib/channels/meta/hook/parse_hook.ts";
import { type HookEvent, splitHook } from "@/lib/channels/meta/hook/split.ts";

/** What a reader makes of a hook; null where it is none. */
export type SplitBody = HookEvent[] | null | "unreadable";

/** Splits hooks, in the reader's process. */
export function splitBodies(bodies: readonly Uint8Array[]): SplitBody[] {
  return bodies.map((body) => {
    try {
      return splitHook(parseHook(body));
    } catch {
      return "unreadable";
    }
  });
}
