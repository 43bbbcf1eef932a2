/** Notifications as the phone's endpoints give them, as JSON: instants are RFC 3339 in UTC. */

export interface Action {
  id: string;
  label: string;
}

export type NotificationType = "info" | "success" | "warning" | "error";
export type Priority = "low" | "normal" | "high";

export interface PhoneNotification {
  id: string;
  title: string;
  body: string;
  type: NotificationType;
  priority: Priority;
  sender: string | null;
  url: string | null;
  tag: string | null;
  actions: Action[];
  allowReply: boolean;
  createdAt: string;
  expiresAt: string | null;
  status: string;
  /** Whether the server accepted answers when it sent this. */
  answerable: boolean;
  deliveredAt: string | null;
  readAt: string | null;
  dismissedAt: string | null;
  answeredAt: string | null;
  // Missing in notifications stored by an earlier version of the app.
  answeredBy?: string | null;
  reminded?: number;
  escalatedAt?: string | null;
  snoozedUntil?: string | null;
  response: { action: Action | null; reply: string | null; respondedAt: string } | null;
  /** Contact of a notice about a conversation. */
  contactId?: number | null;
  links?: { label: string; url: string }[];
  replacedBy?: { id: string; title: string } | null;
}
