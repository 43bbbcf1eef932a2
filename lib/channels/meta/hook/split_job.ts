import { parseHook } from "@/lib/channels/meta/hook/parse_hook.ts";
import { type HookEvent, splitHook } from "@/lib/channels/meta/hook/split.ts";

/** The events of a hook; null for a body that is no hook. */
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
