/** State of the conversations that are open here. Only written in the browser. */
import { Store } from "@/lib/phone/page/state.ts";
import type { Send } from "@/lib/phone/talks/send.ts";
import type { Loaded, TalkList } from "@/lib/phone/talks/talk.ts";

export interface TalksState {
  /** By the pairing that reads it. */
  lists: Record<string, TalkList>;
  /** What the lists are of. */
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
