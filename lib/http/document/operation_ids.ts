import type { Verb } from "@/lib/http/endpoint.ts";

const singular: Record<string, string> = {
  "activities": "activity",
  "companies": "company",
  "opportunities": "opportunity",
  "pipeline-stages": "stage",
  "privacy-requests": "privacyRequest",
  "refused-addresses": "refusedAddress",
};

/** Names of operations that collection, record and verb do not give. */
const own: Record<string, string> = {
  "POST /api/admin/imports/{noun}/preview": "previewImport",
  "POST /api/admin/imports/{noun}/commit": "importRecords",
  "POST /api/admin/imports/{noun}/errors": "exportImportErrors",
  "POST /api/admin/imports/{id}/undo": "undoImport",
  "GET /api/admin/imports/{noun}/template": "getImportTemplate",
  "POST /api/notify": "sendNotification",
  "POST /api/notify/{userId}": "sendText",
  "DELETE /api/notifications/{id}": "cancelNotification",
  "POST /api/responses/{id}/redeliver": "redeliverResponse",
  "DELETE /api/devices/{id}": "unpairDevice",
  "POST /api/devices/pairings": "createPairing",
  "POST /api/contact": "submitContactForm",
  "GET /api/phone/stream": "followPhoneNotifications",
  "GET /api/phone/notifications": "listPhoneNotifications",
  "GET /api/phone/notifications/{id}": "getPhoneNotification",
  "POST /api/phone/notifications/{id}/response": "answerNotification",
  "POST /api/phone/notifications/{id}/{mark}": "markPhoneNotification",
  "POST /api/phone/notifications/marks": "markPhoneNotifications",
  "POST /api/phone/pair": "pairPhone",
  "GET /api/phone/pairings": "listPhonePairings",
  "DELETE /api/phone/device": "unpairPhone",
  "PUT /api/phone/push": "subscribePhone",
  "DELETE /api/phone/push": "unsubscribePhone",
  "GET /api/phone/attention": "getAttention",
  "PUT /api/phone/attention": "setAttention",
  "POST /api/phone/notifications/{id}/snooze": "snoozeNotification",
  "GET /api/phone/conversations": "listConversations",
  "GET /api/phone/conversations/{contactId}": "getConversation",
  "POST /api/phone/conversations/{contactId}/messages": "answerCustomer",
  "POST /api/phone/conversations/{contactId}/messages/{messageId}/cancel": "cancelAnswer",
  "POST /api/phone/conversations/{contactId}/messages/{messageId}/retry": "retryAnswer",
  "POST /api/phone/conversations/{contactId}/messages/{messageId}/files/{fileId}/retry":
    "retryPhoneFile",
  "POST /api/phone/conversations/{contactId}/seen": "seeConversation",
  "GET /api/phone/conversations/{contactId}/accounts/{accountId}/templates": "listOfferedTemplates",
  "POST /api/phone/conversations/{contactId}/notes": "addConversationNote",
  "POST /api/phone/conversations/{contactId}/take": "takeConversation",
  "POST /api/phone/conversations/{contactId}/later": "snoozeConversation",
  "GET /api/phone/conversations/{contactId}/templates": "listFilledTemplates",
  "POST /api/phone/files": "bringPhoneFile",
  "GET /api/phone/files/{id}": "readPhoneFile",
  "GET /api/admin/notifications": "listCompanyNotifications",
  "POST /api/admin/notifications": "sendCompanyNotification",
  "GET /api/admin/notifications/{id}": "getCompanyNotification",
  "DELETE /api/admin/notifications/{id}": "cancelCompanyNotification",
  "GET /api/admin/notifications/{id}/recipients": "listNotificationRecipients",
  "GET /api/admin/devices": "listCompanyDevices",
  "DELETE /api/admin/devices/{id}": "unpairCompanyDevice",
  "POST /api/admin/devices/pairings": "createCompanyPairing",
  "POST /api/admin/callbacks/redeliver": "redeliverCallbacks",
  "GET /api/admin/changes": "followChanges",
  "DELETE /api/admin/keys/{id}": "revokeKey",
  "DELETE /api/admin/employees/{user_id}": "removeEmployee",
  "POST /api/admin/employees": "addEmployee",
  "POST /api/admin/employees/{user_id}/link": "makeEmployeeLink",
  "DELETE /api/admin/employees/{user_id}/link": "withdrawEmployeeLink",
  "GET /api/admin/employees/workload": "listEmployeeWorkloads",
  "PATCH /api/admin/users/{id}/companies": "setEmployeeRole",
  "PUT /api/admin/pipeline-stages/order": "orderStages",
  "PUT /api/admin/companies/{id}/logo": "setCompanyLogo",
  "POST /api/admin/events/{id}/invitation": "followEventInvitation",
  "PUT /api/admin/quotes/{id}/lines": "setQuoteLines",
  "POST /api/admin/quotes/{id}/confirm-sale": "confirmSale",
  "POST /api/admin/quotes/{id}/revoke-approval": "revokeQuoteApproval",
  "POST /api/admin/quotes/{id}/ask-approval": "askQuoteApproval",
  "DELETE /api/admin/quotes/{id}/ask-approval": "withdrawQuoteQuestion",
  "GET /api/admin/quotes/{id}/share": "listQuoteLinks",
  "POST /api/admin/quotes/{id}/share": "shareQuote",
  "DELETE /api/admin/quotes/{id}/share": "revokeQuoteLinks",
  "POST /api/admin/contacts/{id}/spam": "markContactAsSpam",
  "POST /api/admin/contacts/{id}/not-spam": "markContactAsGenuine",
  "POST /api/admin/contacts/{id}/messages": "addContactMessage",
  "POST /api/admin/contacts/{id}/messages/{message_id}/cancel": "cancelContactMessage",
  "POST /api/admin/contacts/{id}/messages/{message_id}/retry": "retryContactMessage",
  "POST /api/admin/contacts/{id}/messages/{message_id}/files/{file_id}/retry": "retryMessageFile",
  "POST /api/admin/contacts/{id}/messages/{message_id}/resend": "resendContactMessage",
  "POST /api/admin/contacts/{id}/messages/{message_id}/file-forward": "fileForwardedMail",
  "POST /api/admin/contacts/{id}/messages/{message_id}/unfile-forward": "unfileForwardedMail",
  "POST /api/admin/contacts/{id}/messages/{message_id}/settle": "settleContactMessage",
  "GET /api/admin/contacts/{id}/messages/{message_id}/raw": "getContactMessageBytes",
  "POST /api/admin/clients/{id}/messages": "sendClientMessage",
  "POST /api/admin/channels/{id}/catch-up": "catchUpChannel",
  "POST /api/admin/channels/{id}/secret": "renewChannelSecret",
  "GET /api/admin/channels/{id}/automatic/{mail_id}": "openAutomaticMail",
  "GET /api/admin/channels/{id}/automatic/{mail_id}/raw": "getAutomaticMailBytes",
  "POST /api/admin/channels/{id}/automatic/{mail_id}/conversation": "makeMailConversation",
  "GET /api/admin/channels/senders": "listMailSenders",
  "PUT /api/admin/channels/senders": "judgeMailSender",
  "DELETE /api/admin/channels/senders/{id}": "forgetMailSender",
  "GET /api/hooks/meta/{hook}": "verifyMetaHook",
  "POST /api/hooks/meta/{hook}": "takeMetaHook",
  "POST /api/admin/meta-apps/{id}/subscribe": "subscribeMetaApp",
  "POST /api/admin/meta-apps/{id}/test": "testMetaApp",
  "POST /api/admin/meta-apps/{id}/assets": "listMetaAssets",
  "GET /api/admin/channels/{id}/templates": "listMessageTemplates",
  "POST /api/admin/channels/{id}/templates/refresh": "refreshMessageTemplates",
  "POST /api/admin/meta-apps/{id}/problems/{problem_id}/retry": "retryMetaAppProblem",
  "GET /api/admin/meta-apps/{id}/problems/{problem_id}/raw": "getMetaAppProblemEvents",
  "POST /api/admin/channels/{id}/problems/{problem_id}/retry": "retryChannelProblem",
  "GET /api/admin/channels/{id}/problems/{problem_id}/raw": "getChannelProblemBytes",
  "POST /api/admin/files": "uploadFile",
  "GET /api/admin/files/{id}": "downloadFile",
  "POST /api/files": "bringFile",
  "GET /api/files/{id}": "readBroughtFile",
  "GET /api/files/link/{token}": "readLinkedFile",
  "POST /api/messages": "bringMessage",
  "POST /api/messages/{messageId}/status": "reportMessage",
  "POST /api/admin/contacts/release": "releaseContacts",
  "GET /api/admin/contacts/{id}/export": "exportContactData",
  "GET /api/admin/clients/{id}/export": "exportClientData",
  "GET /api/admin/clients/{id}/figures": "getClientFigures",
  "GET /api/admin/installation": "getInstallation",
  "POST /api/admin/installation/hold": "holdInstallation",
  "POST /api/admin/installation/release": "releaseInstallation",
  "GET /api/admin/me": "getMe",
  "POST /api/admin/me/invitations/{id}/accept": "acceptInvitation",
  "POST /api/admin/me/invitations/{id}/decline": "declineInvitation",
  "PATCH /api/admin/me": "updateMe",
  "GET /api/admin/counts": "getCounts",
  "GET /api/admin/reports": "getReport",
  "GET /api/admin/retention": "getRetention",
  "GET /api/admin/search": "search",
  "GET /api/admin/stats": "getStats",
  "GET /api/admin/stats/trends": "getTrends",
  "POST /api/admin/trash/restore": "restoreFromTrash",
  "GET /api/admin/trash": "listTrash",
  "POST /q/{token}/accept": "acceptSharedQuote",
  "POST /q/{token}/reject": "rejectSharedQuote",
  "POST /q/{token}/ask": "askSharedQuote",
  "GET /api/admin/clients/{id}/accounts": "listClientAccounts",
  "GET /api/admin/contacts/{id}/accounts": "listContactAccounts",
  "GET /api/admin/contacts/{id}/messages/{message_id}": "getContactMessage",
  "POST /api/admin/channels/discover": "discoverChannel",
  "POST /api/admin/channels/oauth/{provider}/start": "beginMailboxSignIn",
  "POST /api/admin/channels/oauth/{provider}/finish": "finishMailboxSignIn",
  "GET /q/{token}/data": "getSharedQuote",
  "GET /q/{token}/pdf": "getSharedQuotePdf",
  "GET /logo/{hash}": "getLogo",
  "GET /healthz": "getHealth",
  "GET /readyz": "getReadiness",
};

const verbs: Partial<Record<Verb, string>> = {
  GET: "get",
  POST: "create",
  PUT: "set",
  PATCH: "update",
  DELETE: "delete",
};

/** Operation id, and method name in generated clients: `listContacts`, `bulkUpdateContacts`. */
export function operationIdOf(path: string, verb: Verb): string {
  const named = own[`${verb} ${path}`];
  if (named) return named;
  const [, plural = "", ...rest] = path.replace(/^\/api(\/admin)?/, "").split("/");
  const [first, second] = rest.map((segment) => /^\{/.test(segment) ? "{}" : segment);
  const one = pascal(singular[plural] ?? plural.replace(/s$/, ""));
  const all = pascal(plural === "pipeline-stages" ? "stages" : plural);
  if (plural.endsWith(".csv")) return `export${pascal(plural.replace(/\.csv$/, ""))}`;
  if (first === undefined) return verb === "GET" ? `list${all}` : `${verbs[verb]}${one}`;
  if (first === "bulk") return `bulkUpdate${all}`;
  if (first === "values") return `list${one}FilterValues`;
  if (first !== "{}") return `${verbs[verb]}${one}${pascal(first)}`;
  if (second === undefined) return `${verbs[verb]}${one}`;
  if (verb !== "GET") return `${camel(second)}${one}`;
  return `${second.endsWith("s") ? "list" : "get"}${one}${pascal(second)}`;
}

function pascal(words: string): string {
  return words.replace(/(?:^|[-_.])(\w)/g, (_, letter: string) => letter.toUpperCase());
}

function camel(words: string): string {
  const name = pascal(words);
  return name.slice(0, 1).toLowerCase() + name.slice(1);
}

const tagged: [string, string][] = [
  ["/api/notify", "notifications"],
  ["/api/notifications", "notifications"],
  ["/api/responses", "notifications"],
  ["/api/devices", "devices"],
  ["/api/messages", "programs as channels"],
  ["/api/files", "programs as channels"],
  ["/api/admin/reply-templates", "channels"],
  ["/api/phone", "phone"],
  ["/api/contact", "contact form"],
  ["/q/", "links"],
  ["/logo/", "logos"],
  ["/api/admin/users", "employees"],
  ["/api/admin/stats", "reports"],
  ["/api/admin/counts", "reports"],
  ["/api/admin/notifications", "company notifications"],
  ["/api/admin/callbacks", "company notifications"],
  ["/api/admin/devices", "company notifications"],
  ["/api/admin/keys", "company notifications"],
  ["/api/admin/retention", "privacy"],
  ["/api/admin/privacy-requests", "privacy"],
  ["/api/admin/pipeline-stages", "stages"],
  ["/api/admin/opportunities", "opportunities"],
  ["/api/admin/me", "me"],
  ["/api/admin/installation", "health"],
  ["/api/admin/refused-addresses", "channels"],
  ["/api/admin/search", "search"],
  ["/api/admin/tags", "search"],
  ["/api/admin/views", "views"],
  ["/api/admin/changes", "activities"],
];

/** The noun that the path is about. */
export function tagOf(path: string): string {
  const tag = tagged.find(([start]) => path.startsWith(start));
  if (tag) return tag[1];
  const [, noun] = /^\/api\/admin\/([\w-]+)/.exec(path) ?? [];
  return noun ?? "health";
}
