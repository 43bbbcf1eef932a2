import type { IncomingMessage, ServerResponse } from "node:http";
import { hurryEvent } from "@/lib/tools/heartbeat.ts";

const newline = 10;

/** A stream of events that is not compressed, so that one may be added. */
export function isEventStream({ headers }: IncomingMessage): boolean {
  return /^text\/event-stream\b/.test(headers["content-type"] ?? "") &&
    headers["content-encoding"] === undefined;
}

/**
 * Passes events on as they come.
 * @returns ends the answer after the last whole event, so that its reader comes back elsewhere
 */
export function passEvents(reply: IncomingMessage, answer: ServerResponse): () => void {
  let isWhole = true;
  const pass = (chunk: Uint8Array) => {
    isWhole = chunk.at(-1) === newline && (chunk.length === 1 || chunk.at(-2) === newline);
    if (!answer.write(chunk)) reply.pause();
  };
  reply.on("data", pass);
  reply.on("end", () => answer.end());
  const fail = () => void answer.destroy();
  reply.on("error", fail);
  answer.on("drain", () => reply.resume());
  return () => {
    reply.off("data", pass);
    answer.end(isWhole ? hurryEvent : undefined);
    reply.off("error", fail).on("error", () => {}).destroy();
  };
}
