/** Request handlers of the chat page. */
import { languageOf, readText } from "@/gateway/http/request.ts";
import { speak } from "@/lib/words/language.ts";
import {
  answerPart,
  filesIn,
  goTo,
  type PartRequest,
  type Parts,
  readForm,
  refuse,
  streamEvents,
  textIn,
} from "../customer/parts.ts";
import { customerWords, defaultName } from "../customer/words.ts";
import { chatPath } from "./accounts.ts";
import type { Chat } from "./chat.ts";
import { CHAT_HEADERS, chatPage, linesOf } from "./page.ts";

const maxOutBytes = 1_048_576;

interface ChatRequest extends PartRequest {
  chat: Chat;
}

const parts: Parts<ChatRequest> = {
  "": { GET: show, POST: write },
  lines: { GET: showLines },
  events: { GET: stream },
  out: { POST: take },
};

export const answerChat = (request: ChatRequest) => answerPart(parts, request);

async function show(request: ChatRequest): Promise<void> {
  await sendPage(request, nameIn(request.url));
}

async function sendPage(
  { chat, req, res }: ChatRequest,
  name: string,
  { status = 200, ...failed }: { status?: number; draft?: string; problem?: string } = {},
): Promise<void> {
  const { company, companyId } = chat.account;
  const lines = await chat.read(name);
  const language = languageOf(req);
  res.writeHead(status, CHAT_HEADERS);
  res.end(chatPage({ language, company, companyId, name, lines, ...failed }));
}

async function showLines({ chat, url, req, res }: ChatRequest): Promise<void> {
  const lines = await chat.read(nameIn(url));
  res.writeHead(200, CHAT_HEADERS);
  res.end(linesOf(lines, languageOf(req)));
}

function stream(request: ChatRequest): void {
  streamEvents(request, (tell) => request.chat.follow(nameIn(request.url), tell));
}

async function write(request: ChatRequest): Promise<void> {
  const { chat, req, res } = request;
  const language = languageOf(req);
  const words = speak(customerWords, language);
  const form = await readForm(request);
  if (form === null) {
    return await sendPage(request, defaultName, { status: 413, problem: words.tooLarge });
  }
  if (!form) return;
  const [name, text] = [textIn(form, "name"), textIn(form, "text")];
  const files = filesIn(form);
  const problem = !name ? words.nameless : !text && files.length === 0 ? words.nothing : undefined;
  if (problem) {
    return await sendPage(request, name || defaultName, { status: 422, draft: text, problem });
  }
  let refused: string | undefined;
  try {
    refused = await chat.write(name, { text, files }, language);
  } catch {
    return refuse(req, res, "app_unavailable");
  }
  if (refused) return await sendPage(request, name, { status: 422, draft: text, problem: refused });
  goTo(res, `${chatPath(chat.account.companyId)}?as=${encodeURIComponent(name)}`);
}

/** Takes a callback of Relevo. */
async function take({ chat, req, res }: ChatRequest): Promise<void> {
  const body = await readText(req, maxOutBytes);
  if (body === null) return refuse(req, res, "too_large");
  const headers = Object.entries(req.headers).map(([name, value]) => [name, String(value)]);
  res.statusCode = chat.take(body, Object.fromEntries(headers));
  res.end();
}

function nameIn(url: URL): string {
  return url.searchParams.get("as")?.trim().slice(0, 200) || defaultName;
}
