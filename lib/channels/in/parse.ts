import { type Inbound, messageIn, toInbound } from "@/lib/channels/in/message_in.ts";

/** Reads what channels delivered: in a thread of its own, since strangers wrote it. */

export interface ParseJob {
  kind: "email" | "whatsapp" | "program";
  body: Uint8Array;
}

/** @throws Error it is not what such an account delivers */
export function parseEvent({ kind, body }: ParseJob): Inbound {
  if (kind !== "program") throw new Error(`${kind} is not read here`);
  const text = new TextDecoder("utf-8", { fatal: true }).decode(body);
  return toInbound(messageIn.parse(JSON.parse(text)));
}
