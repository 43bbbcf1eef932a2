/** State of the conversations loaded on this page. Only written in the browser. */
import { Store } from "@/lib/phone/page/state.ts";
import type { Send } from "@/lib/phone/talks/send.ts";
import type { Loaded, TalkList } from "@/lib/phone/talks/talk.ts";

export interface TalksState {
  /** List of each pairing, by its device. */
  lists: Record<string, TalkList>;
  /** Search text and filter of the lists. */
  asked: { q: string; isWaiting: boolean };
  threads: Record<string, Loaded>;
  sends: Send[];
}

export const talks = new Store<TalksState>({
  lists: {},
  asked: { q: "", isWaiting: false },
  threads: {},
  sends: [],
});

export function talkKey(device: string, contactId: number): string {
  return `${device} ${contactId}`;
}
