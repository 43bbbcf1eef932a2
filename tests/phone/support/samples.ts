import type { PhoneNotification } from "@/lib/phone/notification.ts";

/** A notification that asks for nothing and that nobody has read. */
export const plain: PhoneNotification = {
  id: "n",
  title: "t",
  body: "b",
  type: "info",
  priority: "normal",
  sender: null,
  url: null,
  tag: null,
  actions: [],
  allowReply: false,
  createdAt: "2026-11-20T10:00:00.000Z",
  expiresAt: null,
  status: "sent",
  answerable: false,
  deliveredAt: null,
  readAt: null,
  dismissedAt: null,
  answeredAt: null,
  response: null,
};
