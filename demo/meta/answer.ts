/** Request handlers of the page with the customers' phones. */
import type { MetaKind } from "@/lib/channels/meta/account_settings.ts";
import { languageOf } from "@/gateway/http/request.ts";
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
import { type ActName, pressesOf } from "./acts.ts";
import { linesOf } from "./lines.ts";
import { type Failed, META_HEADERS, metaPage, type ShownPhone } from "./page.ts";
import { metaPath } from "./path.ts";
import { type Phone, switchNames } from "./phone.ts";
import { phoneKinds, type Phones } from "./phones.ts";
import { problemWords } from "./words.ts";

interface MetaRequest extends PartRequest {
  phones: Phones;
}

const parts: Parts<MetaRequest> = {
  "": { GET: show, POST: act },
  lines: { GET: showLines },
  events: { GET: stream },
  media: { GET: sendMedia },
  switch: { POST: turn },
};

export const answerMeta = (request: MetaRequest) => answerPart(parts, request);

async function show(request: MetaRequest): Promise<void> {
  await sendPage(request, nameIn(request.url.searchParams.get("as")));
}

async function sendPage(
  { phones: { business: { company, companyId }, byKind }, req, res }: MetaRequest,
  name: string,
  { status = 200, ...failed }: { status?: number; failed?: Failed; problem?: string } = {},
): Promise<void> {
  const shownPhones = Object.fromEntries(
    await Promise.all(phoneKinds.map(async (kind) => [kind, await shownPhone(byKind[kind], name)])),
  ) as Record<MetaKind, ShownPhone>;
  const language = languageOf(req);
  res.writeHead(status, META_HEADERS);
  res.end(metaPage({ language, company, companyId, name, phones: shownPhones, ...failed }));
}

async function shownPhone(phone: Phone, name: string): Promise<ShownPhone> {
  const { kind, address } = phone.account;
  const own = switchNames.filter((one) => one !== "hidden" || kind === "whatsapp");
  return {
    address,
    lines: await phone.look(name),
    switches: Object.fromEntries(own.map((one) => [one, phone.is(one)])),
  };
}

async function showLines(request: MetaRequest): Promise<void> {
  const { phones: { business, byKind }, url: { searchParams }, req, res } = request;
  const kind = kindIn(searchParams.get("kind"));
  if (!kind) return refuse(req, res, "bad_request");
  const lines = await byKind[kind].look(nameIn(searchParams.get("as")));
  res.writeHead(200, META_HEADERS);
  res.end(linesOf(lines, { language: languageOf(req), companyId: business.companyId, kind }));
}

function stream(request: MetaRequest): void {
  streamEvents(request, (tell) => request.phones.follow(tell));
}

const inlineTypes = /^image\/(png|jpeg|gif|webp)$|^(audio|video)\//;

function sendMedia({ phones, url, req, res }: MetaRequest): void {
  const media = phones.mediaOf(url.searchParams.get("id") ?? "");
  if (!media) return refuse(req, res, "not_found");
  const isInline = inlineTypes.test(media.type);
  res.writeHead(200, {
    "Content-Type": isInline ? media.type : "application/octet-stream",
    "Content-Disposition": isInline ? "inline" : "attachment",
    "Content-Security-Policy": "sandbox",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-store",
  });
  res.end(media.bytes);
}

async function act(request: MetaRequest): Promise<void> {
  const { phones, req, res } = request;
  const language = languageOf(req);
  const form = await readForm(request);
  if (form === null) {
    const problem = speak(customerWords, language).tooLarge;
    return await sendPage(request, defaultName, { status: 413, problem });
  }
  if (!form) return;
  const kind = kindIn(textIn(form, "kind"));
  const [chosen] = filesIn(form);
  const pressed = kind && pressesOf(kind).find((one) => one === textIn(form, "act"));
  if (!kind || !pressed) return refuse(req, res, "bad_request");
  const [name, text] = [nameIn(textIn(form, "as")), textIn(form, "text")];
  const doing = {
    act: chosen ? actWith(pressed, chosen.type) : pressed,
    ...{ text, target: textIn(form, "target") },
    file: chosen
      ? {
        bytes: new Uint8Array(await chosen.arrayBuffer()),
        ...{ name: chosen.name, type: chosen.type || "application/octet-stream" },
      }
      : null,
  };
  let problem: keyof typeof problemWords | undefined;
  try {
    problem = await phones.byKind[kind].act(name, doing);
  } catch {
    return refuse(req, res, "app_unavailable");
  }
  if (problem) {
    const failed = { kind, draft: text, problem: problemWords[problem][language] };
    return await sendPage(request, name, { status: 422, failed });
  }
  goToPhone(request, name, kind);
}

/** A file goes as what it is, whichever of these was pressed. */
function actWith(pressed: ActName, type: string): ActName {
  if (pressed !== "write" && pressed !== "photo" && pressed !== "voice") return pressed;
  if (/^image\/(png|jpeg)$/.test(type)) return "photo";
  return type.startsWith("audio/") ? "voice" : "file";
}

async function turn(request: MetaRequest): Promise<void> {
  const { phones, req, res } = request;
  const form = await readForm(request);
  if (!form) return form === null ? refuse(req, res, "too_large") : undefined;
  const kind = kindIn(textIn(form, "kind"));
  const name = switchNames.find((one) => one === textIn(form, "switch"));
  if (!kind || !name) return refuse(req, res, "bad_request");
  phones.byKind[kind].turn(name);
  goToPhone(request, nameIn(textIn(form, "as")), kind);
}

function goToPhone({ phones, res }: MetaRequest, name: string, kind: MetaKind): void {
  const path = metaPath(phones.business.companyId);
  goTo(res, `${path}?as=${encodeURIComponent(name)}#${kind}`);
}

function kindIn(text: string | null): MetaKind | undefined {
  return phoneKinds.find((kind) => kind === text);
}

function nameIn(text: string | null): string {
  return text?.trim().slice(0, 60) || defaultName;
}
