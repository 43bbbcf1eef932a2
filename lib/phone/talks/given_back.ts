import type { Send } from "@/lib/phone/talks/send.ts";

/** What was taken back goes into the field again, where it can be changed. */

type Listener = (send: Send) => void;

const listeners = new Set<Listener>();

export function giveBack(send: Send): void {
  for (const listener of [...listeners]) listener(send);
}

export function takesBack(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
