/** The customers' pages beside the gateway's: chat, mail and phones of each company. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Additions } from "@/gateway/additions.ts";
import { isFromHere } from "@/gateway/http/request.ts";
import { answerChat } from "../chat/answer.ts";
import type { Chat } from "../chat/chat.ts";
import { answerMail } from "../mail/answer.ts";
import type { CustomerMail } from "../mail/customer_mail.ts";
import { answerMeta } from "../meta/answer.ts";
import type { Phones } from "../meta/phones.ts";
import { goTo, type PartRequest, refuse } from "./parts.ts";

export interface Customers {
  chats: readonly Chat[];
  mails: readonly CustomerMail[];
  phones: readonly Phones[];
}

/** @param publicUrl the origin that people open; pages are shown under no other */
export function customerPages(
  customers: Customers,
  publicUrl: string,
): NonNullable<Additions["answer"]> {
  return (req, res) => {
    const url = URL.parse(`http://gateway.invalid${req.url}`);
    const page = url && findPage(customers, { url, req, res });
    if (!page) return false;
    answer(page, { url, req, res, publicUrl }).catch(() => {
      if (res.headersSent) res.destroy();
      else refuse(req, res, "internal");
    });
    return true;
  };
}

interface Page {
  /** Signed calls of the app, in place of a browser's. */
  isForApp: boolean;
  show(): Promise<void>;
}

function findPage(
  { chats, mails, phones: all }: Customers,
  request: Omit<PartRequest, "part">,
): Page | null {
  const [, kind, id, part = ""] =
    /^\/\.gateway\/(chat|mail|meta)\/(\d+)(?:\/(\w+))?$/.exec(request.url.pathname) ?? [];
  const companyId = Number(id);
  if (kind === "chat") {
    const chat = chats.find(({ account }) => account.companyId === companyId);
    if (!chat) return null;
    return { isForApp: part === "out", show: () => answerChat({ ...request, part, chat }) };
  }
  if (kind === "meta") {
    const phones = all.find(({ business }) => business.companyId === companyId);
    if (!phones) return null;
    return { isForApp: false, show: () => answerMeta({ ...request, part, phones }) };
  }
  const mail = mails.find(({ mailbox }) => mailbox.owner.companyId === companyId);
  return mail ? { isForApp: false, show: () => answerMail({ ...request, part, mail }) } : null;
}

interface Visit {
  url: URL;
  req: IncomingMessage;
  res: ServerResponse;
  publicUrl: string;
}

async function answer({ isForApp, show }: Page, { url, req, res, publicUrl }: Visit) {
  if (isForApp) return await show();
  if (req.method === "POST" && !isFromHere(req, publicUrl)) return refuse(req, res, "cross_site");
  // Against DNS rebinding, as on the gateway's own pages.
  if (req.headers.host !== new URL(publicUrl).host) {
    return goTo(res, publicUrl + url.pathname + url.search);
  }
  await show();
}
