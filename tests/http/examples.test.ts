/** Sends the served document's example of every operation to the app with the demo's data. */
import { withGateway } from "../access/entry_scene.ts";
import assert from "node:assert/strict";
import { examples } from "@/lib/http/document/examples.ts";
import { fill } from "../demo/sample_year.ts";
import { apiOf, expectData } from "../crm/scene.ts";
import { startProvider } from "../channels/email/provider.ts";
import { authorityPem } from "../support/certificates.ts";
import { png } from "../sales/document/documents.ts";
import { type Answer, makeWorld, type World } from "../support/world.ts";
import { openUsual } from "../support/world_database.ts";
import { type ExampleIds, marta, prepare } from "./examples/ids.ts";
import {
  type Answers,
  fieldsOf,
  hasRecord,
  needsAnswer,
  oneOfEach,
  readAnswers,
  sampleOf,
  writeAnswers,
} from "./examples/answers.ts";
import { signedByMeta } from "./examples/meta.ts";
import { type Operation, readOperations } from "./operations.ts";

/** Calls that others come before, or that undo each other, in an order that the data allows. */
const inOrder = [
  ...["markContactAsSpam", "markContactAsGenuine", "deleteContact", "restoreContact"],
  ...["mergeContact", "unmergeContact", "releaseContact", "releaseContacts", "convertContact"],
  ...[
    "eraseContact",
    "reopenOpportunity",
    "deleteOpportunity",
    "restoreOpportunity",
    "moveOpportunity",
  ],
  ...["winOpportunity", "reopenOpportunity", "loseOpportunity", "reopenOpportunity"],
  ...["deleteQuote", "restoreQuote", "updateQuote", "setQuoteLines"],
  ...["askQuoteApproval", "withdrawQuoteQuestion", "decideQuote", "recallQuote"],
  ...["sendQuote", "recallQuote"],
  ...["sendQuote", "shareQuote", "getSharedQuote", "getSharedQuotePdf", "askSharedQuote"],
  ...["acceptSharedQuote"],
  ...["revokeQuoteApproval", "rejectSharedQuote", "reopenQuote", "sendQuote", "rejectQuote"],
  ...["reopenQuote", "sendQuote", "approveQuote", "confirmSale", "revokeQuoteLinks"],
  ...["createQuote", "duplicateQuote", "bulkUpdateQuotes", "cancelSale"],
  ...["deleteTask", "restoreTask", "deleteTask", "restoreFromTrash"],
  ...["deleteEvent", "restoreEvent", "deleteNote", "restoreNote"],
  ...["deleteProduct", "restoreProduct", "createStage", "deleteStage"],
  ...["beginMailboxSignIn", "finishMailboxSignIn"],
  ...["createView", "getView", "updateView", "deleteView"],
  ...["setCompanyLogo", "getLogo", "acceptInvitation", "declineInvitation"],
  ...["createPairing", "pairPhone", "listPhonePairings", "listPhoneNotifications"],
  ...["sendNotification", "followPhoneNotifications", "getPhoneNotification"],
  ...["setAttention", "getAttention", "snoozeNotification"],
  ...["markPhoneNotification", "markPhoneNotifications", "answerNotification"],
  ...["getNotification", "getResponseCallback", "redeliverResponse", "getCallback"],
  ...["redeliverCallback", "redeliverCallbacks", "getCompanyNotification"],
  ...["listNotificationRecipients", "cancelNotification", "sendCompanyNotification"],
  ...["cancelCompanyNotification", "subscribePhone", "unsubscribePhone", "unpairDevice"],
  ...["createPairing", "pairPhone", "unpairPhone"],
  ...["createCompanyPairing", "pairPhone", "listConversations", "getConversation"],
  ...["listFilledTemplates", "listOfferedTemplates", "seeConversation", "retryPhoneFile"],
  ...["takeConversation", "answerCustomer", "addConversationNote"],
  ...["cancelAnswer", "retryAnswer", "snoozeConversation", "bringPhoneFile", "readPhoneFile"],
  ...["unpairCompanyDevice"],
  ...["deleteClient", "restoreClient", "mergeClient", "unmergeClient", "eraseClient"],
  ...["makeEmployeeLink", "withdrawEmployeeLink"],
  ...["uploadFile", "downloadFile", "readLinkedFile", "bringFile", "readBroughtFile"],
  ...["bringMessage", "reportMessage", "sendClientMessage", "cancelContactMessage"],
  ...["retryContactMessage", "resendContactMessage", "settleContactMessage"],
  ...["holdInstallation", "releaseInstallation"],
  ...["getChannelProblemBytes", "getContactMessageBytes"],
  ...["fileForwardedMail", "unfileForwardedMail"],
  ...["openAutomaticMail", "getAutomaticMailBytes", "makeMailConversation", "forgetMailSender"],
  ...["retryChannelProblem", "updateChannel", "testChannel", "pauseChannel", "resumeChannel"],
  ...["renewChannelSecret", "deleteChannel"],
  ...["takeMetaHook", "subscribeMetaApp", "testMetaApp", "listMetaAssets"],
  ...["refreshMessageTemplates", "retryMetaAppProblem", "updateMetaApp", "deleteMetaApp"],
  ...["createReplyTemplate", "getReplyTemplate", "updateReplyTemplate", "deleteReplyTemplate"],
  ...["removeEmployee", "revokeKey", "previewImport", "importRecords", "getImportUndo"],
  ...["listImportRemarks", "undoImport"],
];

// deno-lint-ignore no-explicit-any -- the parts that are read are known
const learn: Record<string, (data: any) => ExampleIds> = {
  createPairing: ({ code }) => ({ code }),
  createCompanyPairing: ({ code }) => ({ code }),
  pairPhone: ({ token, deviceId }) => ({ phone: token, device: deviceId }),
  addEmployee: ({ user_id }) => ({ employee: String(user_id) }),
  shareQuote: ({ token }) => ({ token }),
  getSharedQuote: ({ document }) => ({ revision: document.revision }),
  setCompanyLogo: ({ logo }) => ({ hash: logo.split("/").at(-1) }),
  sendNotification: ({ notificationId }) => ({ notification: notificationId }),
  uploadFile: ({ id }) => ({ file: id }),
  bringFile: ({ id }) => ({ file: id }),
  bringPhoneFile: ({ id }) => ({ file: id }),
  getNotification: ({ recipients: [first] }) => ({ response: first.response.id }),
};

function valueOf({ id, path }: Operation, name: string, ids: ExampleIds): string | undefined {
  if (id === "readLinkedFile") return ids.link;
  if (id === "followEventInvitation" && name === "id") return ids.invited?.event;
  if (name === "hook") return ids.metaHook;
  if (name === "contactId") return ids.conversation;
  if (name === "message_id" || name === "messageId") return ids.messages?.[id];
  if (name === "token") return ids.token;
  if (name === "hash") return ids.hash;
  if (name === "user_id" && path.endsWith("/link")) return ids.employee;
  if (name === "file_id") return ids.missingFile;
  if (name === "fileId") return ids.missingPhoneFile;
  if (name === "accountId") return ids.number;
  if (id === "catchUpChannel" && name === "id") return ids.page;
  if (name !== "id") return undefined;
  if (path.includes("/channels/{id}/templates")) return ids.number;
  if (path.includes("/notifications/{id}")) return ids.notification;
  if (/\/(responses|callbacks)\/\{id\}/.test(path)) return ids.response;
  if (path.includes("/devices/{id}")) return ids.device;
  if (path.includes("/files/{id}")) return ids.file;
}

function addressOf(operation: Operation, ids: ExampleIds): string {
  const query = new URLSearchParams();
  let { path } = operation;
  for (const { in: place, name, example, required } of operation.parameters) {
    assert.ok(example !== undefined || !required, `${operation.id}: ${name} has no example`);
    if (example === undefined || place === "header") continue;
    const value = valueOf(operation, name, ids) ?? String(example);
    if (place === "path") path = path.replace(`{${name}}`, encodeURIComponent(value));
    else query.set(name, value);
  }
  return query.size > 0 ? `${path}?${query}` : path;
}

async function sendExample(world: World, operation: Operation, ids: ExampleIds): Promise<Answer> {
  const { id, verb, guard, content, path: template } = operation;
  const call = {
    ...guard === "member" ? { member: marta } : {},
    ...guard === "key"
      ? { key: /^\/api\/(messages|files)/.test(template) ? ids.channelKey : world.keys.shop }
      : {},
    ...guard === "device" ? { device: ids.phone } : {},
  };
  const path = addressOf(operation, ids);
  if (id === "takeMetaHook") {
    const body = JSON.stringify(Object.values(content)[0]!.example);
    return await world.call(verb, path, { body, headers: signedByMeta(body) });
  }
  if (operation.isStream) return await open(world, path, call);
  const [[type, { example }] = ["", {}]] = Object.entries(content);
  if (type.startsWith("image/")) {
    return await world.call(verb, path, {
      ...call,
      headers: { "content-type": type },
      body: png(),
    });
  }
  if (type === "") return await world.call(verb, path, call);
  assert.ok(example !== undefined || !operation.needsBody, `${id} has no example of a body`);
  if (type !== "application/json") {
    const headers = { "content-type": type };
    return await world.call(verb, path, { ...call, headers, body: String(example) });
  }
  const json = id === "pairPhone"
    ? { ...example as object, code: ids.code }
    : id === "askQuoteApproval"
    ? { approver_id: ids.colleague!.id }
    : /^(accept|reject)SharedQuote$/.test(id)
    ? { ...example as object, revision: ids.revision }
    : id === "followEventInvitation"
    ? { message_id: ids.invited!.message_id }
    : id === "finishMailboxSignIn"
    ? ids.signedIn
    : example;
  return await world.call(verb, path, { ...call, json });
}

/** The head of a stream, which is left again. */
async function open(
  world: World,
  path: string,
  { member, device }: Parameters<World["call"]>[2] & object,
) {
  const stop = new AbortController();
  const headers = new Headers();
  if (member) headers.set("Cf-Access-Jwt-Assertion", await world.tokenFor(member));
  else headers.set("Authorization", `Bearer ${device}`);
  const { status, headers: got } = await fetch(world.url + path, { headers, signal: stop.signal });
  stop.abort();
  return { status, headers: got, body: null };
}

Deno.test({
  name: "every operation has an example, and the app with the demo's data accepts it",
  sanitizeOps: false,
  sanitizeResources: false,
  async fn() {
    const database = await openUsual();
    await fill(database.db, new Date());
    await using provider = startProvider();
    const { id, secret } = provider.client;
    const server = { host: "mail.provider.example", port: 993, security: "tls" as const };
    const { tokenUrl } = provider;
    const place = { authorizeUrl: "https://provider.example/auth", tokenUrl };
    await using world = await makeWorld({
      database,
      hasGraph: true,
      env: {
        ...{ OPERATOR_EMAIL: marta, PUBLIC_URL: "http://relevo.example" },
        PUSH_HOSTS: "fcm.googleapis.com",
        ...{ GOOGLE_OAUTH_CLIENT_ID: id, GOOGLE_OAUTH_CLIENT_SECRET: secret },
        ...withGateway.env,
      },
      mailCa: authorityPem(),
      oauthEndpoints: { google: { ...place, imap: server, smtp: server } },
      resolve: (name) => Promise.resolve(name === "localhost" ? ["127.0.0.1"] : []),
    });
    const ids = await prepare(world);
    const operations = await readOperations(world);
    const unknown = new Set(Object.keys(examples)).difference(
      new Set([...operations.map(({ id }) => id), "callback_response", "callback_message"]),
    );
    assert.deepEqual([...unknown], []);
    const byId = new Map(operations.map((one) => [one.id, one]));
    const free = operations.filter(({ id }) => !inOrder.includes(id));
    const reads = free.filter(({ verb }) => verb === "GET").map(({ id }) => id);
    const writes = free.filter(({ verb }) => verb !== "GET").map(({ id }) => id);
    const refused: string[] = [];
    const answers: Answers = {};
    const note = (id: string, answer: unknown) => {
      if (!needsAnswer(byId.get(id)!)) return;
      if (!answers[id] || !hasRecord(answers[id])) answers[id] = sampleOf(answer);
    };
    for (const id of [...reads, ...writes, ...inOrder]) {
      if (id === "decideQuote") {
        const asks = apiOf(world, ids.colleague!.email, 1);
        await expectData(asks("POST", "/quotes/1/ask-approval"));
      }
      const { status, body } = await sendExample(world, byId.get(id)!, ids);
      if (status >= 300) refused.push(`${id}: ${status} ${JSON.stringify(body)}`);
      else note(id, body);
      if (status < 300 && learn[id]) Object.assign(ids, learn[id](body.data));
      if (id === "beginMailboxSignIn") {
        ids.signedIn = provider.signIn(body.data.url, "hola@ferrer.example");
      }
      if (id !== "uploadFile" || !ids.file) continue;
      const url = world.services.fileLinks!.urlOf({ companyId: 1, id: ids.file });
      ids.link = url.split("/").at(-1);
    }
    assert.deepEqual(refused, []);
    // What the calls above made stands in lists that were empty.
    for (const id of reads.filter((id) => answers[id] && !hasRecord(answers[id]))) {
      const { status, body } = await sendExample(world, byId.get(id)!, ids);
      if (status < 300) note(id, body);
    }
    const samples = oneOfEach(answers, byId);
    if (Deno.env.get("UPDATE_EXAMPLES")) await writeAnswers(samples);
    const stored = await readAnswers();
    assert.deepEqual(Object.keys(samples), Object.keys(stored));
    for (const [id, answer] of Object.entries(samples)) {
      const isComparable = hasRecord(answer) && hasRecord(stored[id]);
      if (isComparable) assert.deepEqual(fieldsOf(stored[id]), fieldsOf(answer), id);
    }
  },
});
