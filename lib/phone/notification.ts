import type { PhoneNotification as Current } from "@/lib/notify/sending/notification_records.ts";

/** Notifications as the phone's endpoints give them, as JSON: instants are RFC 3339 in UTC. */

/** Fields that notifications lack which an earlier version of the app stored. */
type Newer =
  | "answeredBy"
  | "reminded"
  | "escalatedAt"
  | "snoozedUntil"
  | "contactId"
  | "links"
  | "replacedBy";

export type PhoneNotification = Omit<Current, Newer> & Partial<Pick<Current, Newer>>;
export type Action = Current["actions"][number];
export type NotificationType = Current["type"];
export type Priority = Current["priority"];
