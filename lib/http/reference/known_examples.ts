/** Examples of what is called first, and of bodies that ask for more than their schema can say. */
const notification = {
  userId: "maria",
  title: "Open tomorrow?",
  body: "It is a public holiday.",
  actions: [{ id: "yes", label: "Yes" }, { id: "no", label: "No" }],
  allowReply: true,
};

/** By the name of the schema. */
export const knownExamples: Record<string, unknown> = {
  NotificationRequest: { ...notification, callbackUrl: "https://example.com/answers" },
  MemberNotificationRequest: notification,
  NoteCreate: { body: "Prefers to be called in the morning.", client_id: 1 },
  ContactForm: {
    site: "primary",
    name: "Ana García",
    email: "ana@example.com",
    message: "I would like a quotation for ten chairs.",
  },
};
