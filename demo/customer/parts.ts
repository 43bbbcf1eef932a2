/** Requests to a customer page (chat or mail): its parts, its form, and server-sent events. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { RefusalCode } from "@/gateway/auth/refusal.ts";
import { refuseWith, send } from "@/gateway/http/reply.ts";
import { readBytes } from "@/gateway/http/request.ts";

export interface PartRequest {
  /** Path below that of the page; empty for the page itself. */
  part: string;
  url: URL;
  req: IncomingMessage;
  res: ServerResponse;
}

type Answer<T> = (request: T) => void | Promise<void>;

/** Request handlers by part and method. */
export type Parts<T> = Record<string, Partial<Record<string, Answer<T>>>>;

const maxFormBytes = 26_500_000;
const keepAliveMs = 20_000;

export async function answerPart<T extends PartRequest>(
  parts: Parts<T>,
  request: T,
): Promise<void> {
  const { part, req, res } = request;
  const methods = Object.hasOwn(parts, part) ? parts[part] : undefined;
  if (!methods) return refuse(req, res, "not_found");
  const answer = methods[req.method === "HEAD" ? "GET" : req.method ?? ""];
  if (answer) return await answer(request);
  res.setHeader("Allow", Object.keys(methods).join(", "));
  refuse(req, res, "method_not_allowed");
}

/** Refuses as the gateway does. */
export function refuse(req: IncomingMessage, res: ServerResponse, code: RefusalCode): void {
  send(req, res, refuseWith(req, code), false);
}

/** Streams server-sent events; the page fetches the news after each. */
export function streamEvents(
  { req, res }: PartRequest,
  follow: (tell: () => void) => () => void,
): void {
  res.writeHead(200, { "Content-Type": "text/event-stream", "Cache-Control": "no-store" });
  const tell = () => void res.write("data: new\n\n");
  const unfollow = follow(tell);
  const beat = setInterval(() => res.write(":\n\n"), keepAliveMs);
  res.on("close", () => {
    clearInterval(beat);
    unfollow();
  });
  if (req.method === "HEAD") return void res.end();
  // A message may have arrived since the page was rendered.
  tell();
}

/** Reads a posted form. @returns null if it is too long, undefined if it is none: refused here */
export async function readForm({ req, res }: PartRequest): Promise<FormData | null | undefined> {
  const bytes = await readBytes(req, maxFormBytes);
  if (bytes === null) {
    res.setHeader("Connection", "close");
    return null;
  }
  const headers = { "Content-Type": req.headers["content-type"] ?? "" };
  const form = await new Response(new Uint8Array(bytes), { headers }).formData().catch(() => {});
  if (!form) refuse(req, res, "bad_request");
  return form ?? undefined;
}

export function textIn(form: FormData, field: string): string {
  const value = form.get(field);
  return typeof value === "string" ? value.trim() : "";
}

export function filesIn(form: FormData): File[] {
  return form.getAll("file").filter((file) => file instanceof File)
    // Browsers send an empty file where none was chosen.
    .filter(({ name, size }) => name !== "" || size > 0);
}

export function goTo(res: ServerResponse, to: string): void {
  res.writeHead(303, { Location: to, "Cache-Control": "no-store" });
  res.end();
}
