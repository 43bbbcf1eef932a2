/** Guide that the demo prints when it is ready: addresses and things to try. */
import { chatPath } from "./chat/accounts.ts";
import type { DemoData } from "./data.ts";
import { mailPath } from "./mail/path.ts";
import { metaPath } from "./meta/path.ts";
import type { Place } from "./options.ts";

/** A code that pairs a phone, as the API gives it. */
interface Pairing {
  code: string;
  url: string;
}

/** Requests a code for the user "demo" through the API, as a program would. */
export async function requestPairing({ port }: Place, key: string): Promise<Pairing> {
  const response = await fetch(`http://127.0.0.1:${port}/api/devices/pairings`, {
    method: "POST",
    headers: { "Authorization": `Bearer ${key}`, "Content-Type": "application/json" },
    body: JSON.stringify({ userId: "demo", name: "Demo" }),
  });
  const answer = await response.json();
  if (!answer.success) throw new Error(`no pairing code could be made: ${answer.error}`);
  return answer.data;
}

/** The guide as plain text for a terminal. */
export function guide(
  { place, data, pairing, verbose }: {
    place: Place;
    data: DemoData;
    pairing: Pairing;
    verbose: boolean;
  },
): string {
  const { publicUrl, appPort, dataDir, files, callbackAllowNets } = place;
  const { post } = data;
  const exposed = place.host === "0.0.0.0"
    ? "\n  HOST is 0.0.0.0: whoever reaches this machine can sign in as anyone."
    : "";
  return `
Relevo is ready.

  Panel            ${publicUrl}/panel
  Phone app        ${publicUrl}/phone
  Its guide        ${publicUrl}/phone/help
  API, to read     ${publicUrl}/api/docs
  API, OpenAPI     ${publicUrl}/api/openapi.json
${data.chats.map((chat) => customerLines(publicUrl, chat)).join("\n")}

Who can sign in (a press on the first page, in the demo alone; passkeys work too)
${data.people.map(personLine).join("\n")}

An API key of company 1, for this demo only${data.keyReplaced ? " (new: the last was revoked)" : ""}
  ${data.key}

1. Open the phone app and pair it for the user "demo". The code works once, for 10 minutes, on this
   machine only:
   Link   ${pairing.url}
   Code   ${pairing.code}

2. Send a notification that asks for an answer, and see it come:
${postCall(`${publicUrl}/api/notify`, sample, data.key)}

3. Answer it in the app, with a button or a few words. After five seconds to undo, it is sent.

4. Read the answer, as the program does (before step 3, this waits up to a minute for it):
curl '${publicUrl}/api/responses?userId=demo&wait=60' -H 'Authorization: Bearer ${data.key}'
${adminCalls(place, data)}
Good to know
  Everything is kept in ${dataDir}. Start over with deno task demo --reset
  The app itself listens on 127.0.0.1:${appPort} and lets nobody in but through this gateway.
  Callbacks may reach ${callbackAllowNets}, so a receiver on this machine works, also plain http.
  The mailboxes speak IMAP at 127.0.0.1:${post.imapPort} and SMTP at 127.0.0.1:${post.smtpPort}, at other ports each
  time; address and password are in ${files.mail}/<company>/mailbox.json
  ${data.operator} runs this installation: its page is in the account menu, and
  DATA_DIR='${dataDir}' deno task status says the same here (hold and release work too)
  The app's log: ${verbose ? "above" : files.log}${exposed}

Ctrl+C stops it.`;
}

/** Shell commands that call the panel's API as a signed-in person, by the gateway's cookie. */
function adminCalls({ publicUrl, headerName, files }: Place, { member }: DemoData): string {
  if (!member) return "";
  const jar = quoted(files.cookies);
  const { origin } = new URL(publicUrl);
  return `
5. Call /api/admin: sign in once as a person above, and send the cookie that comes back. (The header
   ${headerName} is the gateway's own: it adds it, and takes none from outside.)
curl -s -c ${jar} '${publicUrl}/.gateway/login' -H 'Origin: ${origin}' -d 'email=${member}'
curl -b ${jar} '${publicUrl}/api/admin/contacts?company_id=1&per_page=3'
`;
}

/** Quotes a text as one shell word. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Addresses of a company's customer pages: chat, mail and phones. */
function customerLines(publicUrl: string, { company, companyId }: DemoData["chats"][number]) {
  return `  Chat, customer   ${publicUrl}${chatPath(companyId)} (of ${company})
  Mail, customer   ${publicUrl}${mailPath(companyId)}
  Meta, customer   ${publicUrl}${metaPath(companyId)}`;
}

function personLine({ name, email, note }: DemoData["people"][number]): string {
  return `  ${email.padEnd(26)} ${name}: ${note}`;
}

const sample = {
  userId: "demo",
  title: "Presupuesto 2026-014",
  body: "Talleres Relevo: 4.210,00 EUR. Caduca el viernes.",
  actions: [{ id: "approve", label: "Aprobar" }, { id: "reject", label: "Rechazar" }],
  allowReply: true,
};

function postCall(url: string, body: unknown, secret: string): string {
  return `curl -X POST '${url}' -H 'Authorization: Bearer ${secret}' ` +
    `-H 'Content-Type: application/json' -d '${JSON.stringify(body)}'`;
}
