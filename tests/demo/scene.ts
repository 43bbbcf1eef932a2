/** The demo's gateway before an app, all on loopback. */
import { join } from "node:path";
import type { Chat } from "@/demo/chat/chat.ts";
import { openDemoGateway } from "@/demo/gateway.ts";
import type { CustomerMail } from "@/demo/mail/customer_mail.ts";
import type { Phones } from "@/demo/meta/phones.ts";
import type { Person } from "@/demo/sign_in/press.tsx";
import { readGatewayConfig } from "@/gateway/config.ts";
import { embedGatewayDatabase } from "../gateway/support/databases.ts";
import { freePort } from "../support/process.ts";

interface Options {
  /** Origin of the app behind. */
  appUrl: string;
  secret?: string;
  people?: Person[];
  chats?: Chat[];
  mails?: CustomerMail[];
  phones?: Phones[];
}

export interface Front extends AsyncDisposable {
  /** What people open. */
  origin: string;
  /** The same by an address, which is not the name that its pages are under. */
  url: string;
}

export async function openFront(
  { appUrl, secret = "of-no-app-that-is-asked-in-these-tests", ...visitors }: Options,
): Promise<Front> {
  const folder = await Deno.makeTempDir({ prefix: "relevo-front-" });
  const dataDir = join(folder, "gateway");
  await embedGatewayDatabase(dataDir);
  const port = freePort();
  const origin = `http://localhost:${port}`;
  const config = readGatewayConfig({
    PUBLIC_URL: origin,
    GATEWAY_PORT: String(port),
    GATEWAY_APP_URL: appUrl,
    GATEWAY_SECRET: secret,
    GATEWAY_AUDIENCE: "relevo-demo",
    GATEWAY_DATA_DIR: dataDir,
  });
  const opened = await openDemoGateway(config, {
    ...{ people: [], chats: [], mails: [], phones: [] },
    ...visitors,
  }, { appWaitMs: 0 });
  return {
    ...{ origin, url: opened.url },
    async [Symbol.asyncDispose]() {
      await opened.close();
      await Deno.remove(folder, { recursive: true });
    },
  };
}

/** Headers of a browser on a page of the site. */
export function ownPage(origin: string): Record<string, string> {
  return { ...asPage, origin, "accept-language": "en" };
}

/** Consumes the body, so that nothing leaks when the test ends. */
export async function done(pending: Promise<Response>): Promise<Response> {
  const response = await pending;
  await response.body?.cancel();
  return response;
}

/** Whose the demo's mailboxes are. */
export const mailOwners = [
  { companyId: 1, company: "Talleres Relevo", address: "taller@talleres.example" },
  { companyId: 2, company: "Estudio Relevo", address: "hola@estudio.example" },
];

export const asPage = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };

export function formOf(fields: Record<string, string | File>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
}
