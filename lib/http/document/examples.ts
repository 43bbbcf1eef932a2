/**
 * An example request per operation id, which the demo's data accepts; its ids are those of the
 * sample year's first company.
 */
export interface Example {
  parameters?: Record<string, unknown>;
  body?: unknown;
}

/** Values by a parameter's name. An id may also be a UUID. */
export const commonValues: Record<string, unknown> = {
  id: 1,
  company_id: 1,
  user_id: 4,
  hash: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
  token: "rlq_Zm9yIGV4YW1wbGUgb25seSwgbm8gcmVhbCBsaW5r",
  mark: "read",
  problem_id: 1,
  mail_id: 2,
  file_id: "01940000-0000-7000-8000-000000000000",
  message_id: 1,
  messageId: 1,
  accountId: 1,
  contactId: 1,
};
export const uuidValue = "01940000-0000-7000-8000-000000000000";

const line = { product_id: 1, quantity: 2 };
const notification = {
  userId: "maria",
  title: "Open tomorrow?",
  body: "It is a public holiday.",
  actions: [{ id: "yes", label: "Yes" }, { id: "no", label: "No" }],
  allowReply: true,
};
const asks = { remind: { every: 600, times: 3 } };
const clientFile = "name,email,phone\nTaller Ferrer,hola@ferrer.example,reception\n";
const importing = { noun: "clients", duplicates: "update", invalid: "skip" };
const status = { of: "status" };

export const examples: Record<string, Example> = {
  sendNotification: {
    body: { ...notification, callbackUrl: "https://shop.example/answers", ...asks },
  },
  sendText: { parameters: { userId: "maria", priority: "high" }, body: "The door is open." },
  sendCompanyNotification: { body: notification },
  setAttention: { body: { quiet: null, muted: ["Nightly build"] } },
  snoozeNotification: { parameters: { id: uuidValue }, body: { until: null } },
  createPairing: { body: { userId: "maria", name: "Maria's phone" } },
  createCompanyPairing: { body: { name: "My phone" } },
  pairPhone: { body: { code: "ABCD2345" } },
  answerNotification: { body: { actionId: "yes" } },
  markPhoneNotifications: { body: { read: [uuidValue] } },
  // The keys of RFC 8291, section 5.
  subscribePhone: {
    body: {
      endpoint: "https://fcm.googleapis.com/fcm/send/example",
      keys: {
        p256dh:
          "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        auth: "BTBZMqHH6r4Tts7J_aSIgg",
      },
    },
  },
  answerCustomer: { body: { text: "We open at nine.", key: "5f0c1d", after: 2_000_000 } },
  addConversationNote: { body: { text: "She wants two of them.", key: "5f0c1e" } },
  seeConversation: { body: { newest: 2_000_000 } },
  snoozeConversation: { body: { at: null } },
  bringPhoneFile: { parameters: { name: "door.txt" }, body: "Two doors." },
  redeliverCallbacks: { body: { since: "2026-01-31T00:00:00Z" } },
  callback_response: {
    body: {
      notificationId: uuidValue,
      userId: "maria",
      action: { id: "yes", label: "Yes" },
      reply: null,
      respondedAt: "2026-11-20T10:00:00.000Z",
      data: { shift: 42 },
    },
  },
  callback_message: {
    body: {
      messageId: 1,
      channelId: 1,
      to: { id: "77", name: "Ana García", email: null, phone: "600 123 456" },
      text: "We can call on Tuesday.",
      files: [],
      sentBy: "Marta Soler",
    },
  },
  bringMessage: {
    body: {
      channelId: 1,
      externalId: "8831",
      from: { id: "77", name: "Ana García", phone: "600 123 456" },
      text: "Do you repair doors?",
    },
  },
  reportMessage: { parameters: { messageId: 1 }, body: { status: "delivered" } },
  bringFile: { parameters: { name: "door.txt" }, body: "Two doors." },
  uploadFile: { parameters: { name: "offer.txt" }, body: "Two doors." },
  createChannel: {
    body: {
      kind: "program",
      name: "Telegram",
      address: "@ferrer_doors_bot",
      settings: { callback_url: "https://bot.example/relevo" },
    },
  },
  createMetaApp: {
    body: {
      name: "Workshop",
      app_id: "1517776481860111",
      secrets: { app_secret: "0123456789abcdef0123456789abcdef" },
    },
  },
  updateMetaApp: { body: { verify_token: "a-token-of-our-own" } },
  listMetaAssets: { body: { access_token: "EAAB0fAnExample" } },
  verifyMetaHook: {
    parameters: {
      hook: "c8Q0bq3vX4dO1kq0m6n2YwH7tZ5uJr9aLsPe_fGi-Bk",
      "hub.mode": "subscribe",
      "hub.verify_token": "a-token-of-our-own",
      "hub.challenge": "1158201444",
    },
  },
  takeMetaHook: {
    parameters: {
      hook: "c8Q0bq3vX4dO1kq0m6n2YwH7tZ5uJr9aLsPe_fGi-Bk",
      "X-Hub-Signature-256":
        "sha256=9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    },
    body: { object: "page", entry: [] },
  },
  beginMailboxSignIn: {
    parameters: { provider: "google" },
    body: { address: "hola@ferrer.example", name: "Workshop" },
  },
  finishMailboxSignIn: {
    parameters: { provider: "google" },
    body: { code: "4/0AX…", state: "1.5e0f9cb17d83.…" },
  },
  judgeMailSender: { body: { address: "forms@web.example", answers_to: "reply_to" } },
  discoverChannel: { body: { address: "hola@ferrer.example" } },
  updateChannel: { body: { name: "Telegram, workshop" } },
  createReplyTemplate: {
    body: { name: "Thanks", language: "en", body: "Hello {{contact.name}}, thank you." },
  },
  updateReplyTemplate: { body: { body: "Hello {{contact.name}}, many thanks." } },
  resendContactMessage: { body: { confirm: true } },
  sendClientMessage: { parameters: { id: 2 }, body: { via: 1, body: "Your shelf is ready." } },

  createContact: { body: { name: "Ana García", phone: "600 123 456", message: "Two doors." } },
  updateContact: { parameters: { id: 3 }, body: { name: "Ana García" } },
  addContactMessage: { body: { direction: "out", body: "We can call on Tuesday." } },
  convertContact: { body: { products: [line] } },
  mergeContact: { body: { into_id: 2 } },
  releaseContact: { parameters: { id: 4 } },
  eraseContact: { parameters: { id: 3 }, body: { confirm: "Ana García", reason: "requested" } },
  bulkUpdateContacts: { body: { ids: [2, 4], tags: { add: ["fair"] } } },
  listContactFilterValues: { parameters: status },
  submitContactForm: {
    body: {
      site: "primary",
      name: "Ana García",
      email: "ana@example.com",
      message: "I would like a quotation for ten chairs.",
    },
  },

  createClient: { body: { name: "Librería Sol", kind: "company", email: "hola@sol.example" } },
  updateClient: { body: { notes: "Prefers to be called in the morning." } },
  mergeClient: { body: { into_id: 2, allow_different_tax_ids: true } },
  eraseClient: { body: { confirm: "Diego Montero", reason: "requested" } },
  bulkUpdateClients: { body: { ids: [2, 3], assignee_id: 4 } },
  listClientFilterValues: { parameters: { of: "kind" } },

  createOpportunity: { body: { title: "Shelves", client_id: 2, amount: 1500 } },
  updateOpportunity: { body: { probability: 60, expected_close_date: "2027-03-31" } },
  moveOpportunity: { body: { stage_id: 3 } },
  winOpportunity: { body: {} },
  reopenOpportunity: { body: {} },
  restoreOpportunity: { body: {} },
  loseOpportunity: { body: { lost_reason: "Price", lost_note: "Bought elsewhere." } },
  bulkUpdateOpportunities: { body: { filter: { status: "open" }, tags: { add: ["spring"] } } },
  listOpportunityFilterValues: { parameters: status },

  createStage: { body: { name: "Measuring", default_probability: 30 } },
  updateStage: { body: { default_probability: 15 } },
  orderStages: { body: { ids: [1, 3, 2, 4] } },
  deleteStage: { parameters: { id: 4, reassign_to: 3 } },

  createQuote: { body: { opportunity_id: 1, lines: [line] } },
  updateQuote: { body: { title: "Oak kitchen", valid_until: "2099-12-31" } },
  setQuoteLines: {
    body: { lines: [line, { name: "Travel", unit_price: 40, tax_rate: 21 }] },
  },
  sendQuote: {
    body: { message: { via: 1, body: "Hello, here is {{quote.number}}: {{quote.link}}" } },
  },
  askQuoteApproval: { body: { approver_id: 4 } },
  decideQuote: { body: { approved: true, note: "Not below this." } },
  recallQuote: { body: {} },
  approveQuote: { body: { name: "Ana García" } },
  rejectQuote: { body: { reason: "Too late." } },
  reopenQuote: { body: {} },
  restoreQuote: { body: {} },
  duplicateQuote: { body: {} },
  confirmSale: { body: {} },
  revokeQuoteApproval: { body: {} },
  shareQuote: { body: {} },
  bulkUpdateQuotes: { body: { ids: [1], trash: true } },
  listQuoteFilterValues: { parameters: status },
  acceptSharedQuote: { body: { name: "Ana García", revision: 2 } },
  rejectSharedQuote: { body: { reason: "Too late.", revision: 2 } },
  askSharedQuote: { body: { question: "Is the assembly included?" } },

  updateSale: { body: { promised_date: "2027-03-31" } },
  cancelSale: { body: { reason: "The client moves abroad." } },
  listSaleFilterValues: { parameters: status },

  createProduct: { body: { name: "Oak shelf", sku: "SHELF-120", unit_price: 48.5 } },
  updateProduct: { body: { unit_price: 410, tax_rate: 21 } },
  deleteProduct: { parameters: { id: 30 } },
  restoreProduct: { parameters: { id: 30 } },
  bulkUpdateProducts: { body: { ids: [29], archive: false } },
  listProductFilterValues: { parameters: { of: "category" } },

  createTask: { body: { title: "Measure the hall", due_at: "2027-03-01T09:00:00Z", client_id: 2 } },
  updateTask: { body: { status: "done" } },
  bulkUpdateTasks: { body: { ids: [2, 3], status: "done" } },
  listTaskFilterValues: { parameters: status },

  createEvent: {
    body: {
      title: "Fitting",
      starts_at: "2027-03-02T09:00:00Z",
      ends_at: "2027-03-02T10:30:00Z",
      client_id: 2,
      recurrence: { freq: "weekly", by_weekday: ["tu", "th"], until: "2027-06-30" },
    },
  },
  updateEvent: { parameters: { scope: "following" }, body: { location: "Workshop" } },
  followEventInvitation: { parameters: { id: 2 }, body: { message_id: 12, version: 1 } },
  bulkUpdateEvents: { body: { ids: [2], assignee_id: null } },

  listNotes: { parameters: { client_id: "2" } },
  createNote: { body: { body: "Prefers to be called in the morning.", client_id: 2 } },
  updateNote: { body: { pinned: true } },

  addEmployee: { body: { email: "nora@example.com", name: "Nora Gil", role: "sales" } },
  updateEmployee: { parameters: { user_id: 16 }, body: { notify: { contact_new: false } } },
  setEmployeeRole: { parameters: { id: 16 }, body: { role: "fitter" } },
  removeEmployee: { parameters: { user_id: 16, reassign_to: "4" } },
  declineInvitation: { parameters: { id: 2 } },
  updateMe: { body: { language: "en", notify: { event_reminder: false } } },
  holdInstallation: { body: { host: "relevo.example", reason: "We move to another machine" } },
  releaseInstallation: { body: { host: "relevo.example", owed: "keep" } },
  createCompany: { body: { name: "Ferrer Doors" } },
  updateCompany: {
    body: {
      phone: "+34 910 000 000",
      opening_hours: { mon: [["09:00", "14:00"], ["16:00", "19:00"]] },
      closed_days: ["2026-12-08"],
      unanswered_minutes: 60,
    },
  },
  createKey: { body: { name: "shop", scope: "send", expiresAt: "2099-12-31T23:00:00Z" } },

  createView: { body: { list: "contacts", name: "New ones", filters: { status: "new" } } },
  updateView: { body: { shared: true } },
  search: { parameters: { q: "oak" } },
  restoreFromTrash: { body: { records: [{ noun: "tasks", id: 1 }] } },

  previewImport: { parameters: importing, body: clientFile },
  exportImportErrors: { parameters: importing, body: clientFile },
  importRecords: { parameters: { ...importing, file_name: "clients.csv" }, body: clientFile },
  listImportRemarks: { parameters: { id: 1 } },
  getImportUndo: { parameters: { id: 1 } },
  undoImport: { parameters: { id: 1 }, body: { trashed: 1, restored: 0, kept: 0 } },
  getImportTemplate: { parameters: { noun: "clients" } },
};
