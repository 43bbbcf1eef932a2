import type { Send } from "@/lib/phone/conversations/send.ts";

/** Puts cancelled messages back into the text field, where they can be edited. */

type Listener = (send: Send) => void;

const listeners = new Set<Listener>();

export function giveBack(send: Send): void {
  for (const listener of [...listeners]) listener(send);
}

export function takesBack(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
