const notification = {
  userId: "maria",
  title: "Open tomorrow?",
  body: "It is a public holiday.",
  actions: [{ id: "yes", label: "Yes" }, { id: "no", label: "No" }],
  allowReply: true,
};

/** Every noun that many are changed of can be put into the trash. */
const bulk = { ids: [7, 8], trash: true };

/** By schema, where one made of the schema would read badly or be refused. */
export const knownExamples: Record<string, unknown> = {
  NotificationRequest: { ...notification, callbackUrl: "https://example.com/answers" },
  MemberNotificationRequest: notification,
  ResponseRecord: {
    notificationId: "01940000-0000-7000-8000-000000000000",
    userId: "maria",
    action: { id: "yes", label: "Yes" },
    reply: null,
    respondedAt: "2026-11-20T10:00:00.000Z",
    data: { shift: 42 },
  },
  ContactBulk: bulk,
  ClientBulk: bulk,
  OpportunityBulk: bulk,
  QuoteBulk: bulk,
  TaskBulk: bulk,
  EventBulk: bulk,
  ProductBulk: bulk,
  // The keys of RFC 8291, section 5.
  PushSubscription: {
    endpoint: "https://fcm.googleapis.com/fcm/send/example",
    keys: {
      p256dh:
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
      auth: "BTBZMqHH6r4Tts7J_aSIgg",
    },
  },
  KeyCreate: { name: "shop", scope: "send", expiresAt: "2099-12-31T23:00:00.000Z" },
  Erase: { confirm: "Ana García", reason: "requested" },
  NoteCreate: { body: "Prefers to be called in the morning.", client_id: 1 },
  ContactForm: {
    site: "primary",
    name: "Ana García",
    email: "ana@example.com",
    message: "I would like a quotation for ten chairs.",
  },
};
