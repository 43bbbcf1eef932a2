/** Request handlers of the mail page. */
import { Buffer } from "node:buffer";
import { languageOf } from "@/gateway/http/request.ts";
import { disposition } from "@/lib/http/disposition.ts";
import { cleanAddress } from "@/lib/channels/email/read/headers.ts";
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
import type { CustomerLetter, CustomerMail } from "./customer_mail.ts";
import { type Draft, lettersOf, MAIL_HEADERS, mailPage, sandbox } from "./page.ts";
import { mailPath } from "./path.ts";
import { mailWords } from "./words.ts";

interface MailRequest extends PartRequest {
  mail: CustomerMail;
}

const defaultAddress = "elena.prado@correo.example";
const longestName = 200;
const longestSubject = 300;

const parts: Parts<MailRequest> = {
  "": { GET: show, POST: write },
  lines: { GET: showLines },
  events: { GET: (request) => streamEvents(request, (tell) => request.mail.follow(tell)) },
  html: { GET: showHtml },
  file: { GET: sendFile },
};

export const answerMail = (request: MailRequest) => answerPart(parts, request);

async function show(request: MailRequest): Promise<void> {
  const { mail, url, req } = request;
  const answers = await answeredBy(mail, url.searchParams.get("answer"));
  const [name, address] = ["name", "address"].map((key) => url.searchParams.get(key) ?? "");
  const words = speak(mailWords, languageOf(req));
  const isFirst = mail.mailbox.list("inbox").length === 0;
  await sendPage(request, {
    draft: answers ? answerTo(answers) : {
      name: name || defaultName,
      address: address || defaultAddress,
      subject: isFirst ? words.first.subject : "",
      text: isFirst ? words.first.text : "",
    },
  });
}

/** Draft of an answer, from the first recipient of the mail. */
function answerTo(letter: CustomerLetter): Draft {
  const { to: [receiver], subject } = letter;
  return {
    name: receiver?.name ?? receiver?.address.split("@")[0] ?? defaultName,
    address: receiver?.address ?? defaultAddress,
    subject: /^re:/i.test(subject ?? "") ? subject! : `Re: ${subject ?? ""}`.trim(),
    text: "",
    answers: letter,
  };
}

async function sendPage(
  { mail, url, req, res }: MailRequest,
  { status = 200, ...view }: { status?: number; draft: Draft; problem?: string },
): Promise<void> {
  const { company, companyId } = mail.mailbox.owner;
  const listed = await mail.list(numberIn(url.searchParams.get("page")));
  res.writeHead(status, MAIL_HEADERS);
  const language = languageOf(req);
  res.end(mailPage({ language, company, companyId, ...listed, ...view }));
}

async function showLines({ mail, req, res }: MailRequest): Promise<void> {
  const { letters } = await mail.list(1);
  res.writeHead(200, MAIL_HEADERS);
  const { companyId } = mail.mailbox.owner;
  res.end(lettersOf(letters, { language: languageOf(req), companyId }));
}

async function write(request: MailRequest): Promise<void> {
  const { mail, req, res } = request;
  const language = languageOf(req);
  const words = { ...speak(customerWords, language), ...speak(mailWords, language) };
  const form = await readForm(request);
  if (form === null) {
    const draft = { name: defaultName, address: defaultAddress, subject: "", text: "" };
    return await sendPage(request, { status: 413, draft, problem: words.tooLarge });
  }
  if (!form) return;
  const [name, address, subject, text] = ["name", "address", "subject", "text"]
    .map((field) => textIn(form, field)) as [string, string, string, string];
  const answers = await answeredBy(mail, textIn(form, "answers"));
  const files = filesIn(form);
  const draft = { name, address, subject, text, answers };
  const clean = cleanAddress(address);
  const problem = !name
    ? words.nameless
    : name.length > longestName
    ? words.longName
    : !clean
    ? words.wrongAddress
    : !text && files.length === 0
    ? words.nothing
    : undefined;
  if (problem) return await sendPage(request, { status: 422, draft, problem });
  const written = { name, address: clean!, subject: subject.slice(0, longestSubject), text, files };
  try {
    await mail.write({ ...written, answers: answers?.id }, language);
  } catch {
    return await sendPage(request, { status: 500, draft, problem: words.failed });
  }
  const who = new URLSearchParams({ name, address: clean! });
  goTo(res, `${mailPath(mail.mailbox.owner.companyId)}?${who}`);
}

/** A mail's HTML, which was sanitised as it was read, in a page that may do nothing. */
async function showHtml({ mail, url, req, res }: MailRequest): Promise<void> {
  const html = await mail.html(numberIn(url.searchParams.get("id")));
  if (html === null) return refuse(req, res, "not_found");
  res.writeHead(200, {
    "Content-Type": "text/html; charset=utf-8",
    "Cache-Control": "no-store",
    "Content-Security-Policy":
      `default-src 'none'; base-uri 'none'; sandbox ${sandbox}; frame-ancestors 'self'`,
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
  });
  res.end(`<!doctype html>\n<meta name="color-scheme" content="light">\n${html}`);
}

async function sendFile({ mail, url, req, res }: MailRequest): Promise<void> {
  const [id, at] = ["id", "at"].map((name) => numberIn(url.searchParams.get(name)));
  const file = await mail.file(id!, at!);
  if (!file) return refuse(req, res, "not_found");
  res.writeHead(200, {
    "Content-Type": "application/octet-stream",
    "Content-Length": file.bytes.length,
    "Content-Disposition": disposition("attachment", { name: file.name, extension: "" }),
    "Cache-Control": "no-store",
    "Content-Security-Policy": "default-src 'none'; sandbox",
    "X-Content-Type-Options": "nosniff",
  });
  res.end(Buffer.from(file.bytes));
}

/** Mail of the company to answer: customers answer no other. */
async function answeredBy(mail: CustomerMail, id: string | null) {
  const letter = await mail.find(numberIn(id));
  return letter?.isOurs ? undefined : letter;
}

/** 0 where there is none. */
function numberIn(text: string | null): number {
  return Number(/^\d{1,9}$/.exec(text ?? "")?.[0] ?? 0);
}
