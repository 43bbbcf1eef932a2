/** Request handlers of the chat page. */
import type { Buffer } from "node:buffer";
import type { IncomingMessage, ServerResponse } from "node:http";
import { languageOf, readBytes, readText } from "@/gateway/http/request.ts";
import { speak } from "@/lib/words/language.ts";
import { refuse } from "../refusals.ts";
import { chatPath } from "./accounts.ts";
import type { Chat } from "./chat.ts";
import { CHAT_HEADERS, chatPage, chatWords, defaultName, linesOf } from "./page.ts";

const maxOutBytes = 1_048_576;
const maxFormBytes = 26_500_000;
const keepAliveMs = 20_000;

interface Asked {
  chat: Chat;
  /** Behind the chat's own path; empty for the page. */
  part: string;
  url: URL;
  req: IncomingMessage;
  res: ServerResponse;
}

type Answer = (asked: Asked) => void | Promise<void>;

const parts: Record<string, Partial<Record<string, Answer>>> = {
  "": { GET: show, POST: write },
  lines: { GET: showLines },
  events: { GET: stream },
  out: { POST: take },
};

export async function answerChat(asked: Asked): Promise<void> {
  const { part, req, res } = asked;
  const methods = Object.hasOwn(parts, part) ? parts[part] : undefined;
  if (!methods) return refuse(req, res, "not_found");
  const answer = methods[req.method === "HEAD" ? "GET" : req.method ?? ""];
  if (answer) return await answer(asked);
  res.setHeader("Allow", Object.keys(methods).join(", "));
  refuse(req, res, "method_not_allowed");
}

async function show(asked: Asked): Promise<void> {
  await sendPage(asked, nameIn(asked.url));
}

async function sendPage(
  { chat, req, res }: Asked,
  name: string,
  { status = 200, ...failed }: { status?: number; draft?: string; problem?: string } = {},
): Promise<void> {
  const { company, companyId } = chat.account;
  const lines = await chat.read(name);
  const language = languageOf(req);
  res.writeHead(status, CHAT_HEADERS);
  res.end(chatPage({ language, company, companyId, name, lines, ...failed }));
}

async function showLines({ chat, url, req, res }: Asked): Promise<void> {
  const lines = await chat.read(nameIn(url));
  res.writeHead(200, CHAT_HEADERS);
  res.end(linesOf(lines, languageOf(req)));
}

/** Server-sent events: the page asks for the lines after each. */
function stream({ chat, url, req, res }: Asked): void {
  res.writeHead(200, { "Content-Type": "text/event-stream", "Cache-Control": "no-store" });
  const tell = () => void res.write("data: new\n\n");
  const unfollow = chat.follow(nameIn(url), tell);
  const beat = setInterval(() => res.write(":\n\n"), keepAliveMs);
  res.on("close", () => {
    clearInterval(beat);
    unfollow();
  });
  if (req.method === "HEAD") return void res.end();
  // Lines may have come since the page was drawn.
  tell();
}

async function write(asked: Asked): Promise<void> {
  const { chat, req, res } = asked;
  const language = languageOf(req);
  const words = speak(chatWords, language);
  const bytes = await readBytes(req, maxFormBytes);
  if (bytes === null) {
    res.setHeader("Connection", "close");
    return await sendPage(asked, defaultName, { status: 413, problem: words.tooLarge });
  }
  const form = await formOf(req, bytes);
  if (!form) return refuse(req, res, "bad_request");
  const [name, text] = ["name", "text"].map((field) => textIn(form, field).trim());
  const files = form.getAll("file").filter((file) => file instanceof File)
    // Browsers send an empty file where none was chosen.
    .filter(({ name, size }) => name !== "" || size > 0);
  const problem = !name ? words.nameless : !text && files.length === 0 ? words.nothing : undefined;
  if (problem) {
    return await sendPage(asked, name || defaultName, { status: 422, draft: text, problem });
  }
  let refused: string | undefined;
  try {
    refused = await chat.write(name!, { text: text!, files }, language);
  } catch {
    return refuse(req, res, "app_unavailable");
  }
  if (refused) return await sendPage(asked, name!, { status: 422, draft: text, problem: refused });
  const to = `${chatPath(chat.account.companyId)}?as=${encodeURIComponent(name!)}`;
  res.writeHead(303, { Location: to, "Cache-Control": "no-store" });
  res.end();
}

async function formOf(req: IncomingMessage, bytes: Buffer): Promise<FormData | null> {
  const headers = { "Content-Type": req.headers["content-type"] ?? "" };
  return await new Response(new Uint8Array(bytes), { headers }).formData().catch(() => null);
}

function textIn(form: FormData, field: string): string {
  const value = form.get(field);
  return typeof value === "string" ? value : "";
}

/** Takes a callback of Relevo. */
async function take({ chat, req, res }: Asked): Promise<void> {
  const body = await readText(req, maxOutBytes);
  if (body === null) return refuse(req, res, "too_large");
  const headers = Object.entries(req.headers).map(([name, value]) => [name, String(value)]);
  res.statusCode = chat.take(body, Object.fromEntries(headers));
  res.end();
}

function nameIn(url: URL): string {
  return url.searchParams.get("as")?.trim().slice(0, 200) || defaultName;
}
