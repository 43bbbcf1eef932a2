import type { OpeningHours } from "@/lib/values/opening_hours.ts";

/** A company of the demo: its details, people, products and texts. */

export interface Trade {
  companyId: number;
  details: CompanyDetails;
  products: readonly SampleProduct[];
  /** Projects that people ask for: the source of opportunities, quotations and deliveries. */
  projects: readonly Project[];
  /** Businesses that become clients. */
  businesses: readonly string[];
  words: Words;
  /** Sales for each calendar month, January first. */
  season: readonly number[];
  tasks: readonly SampleTask[];
  events: readonly SampleEvent[];
  notes: readonly string[];
  notifications: readonly SampleNotification[];
  /** Channels of enquiries, by weight. */
  channels: readonly (readonly [Channel, number])[];
}

export type Channel =
  | "web"
  | "whatsapp"
  | "instagram"
  | "facebook"
  | "phone"
  | "referral"
  | "other";

interface CompanyDetails {
  name: string;
  color: string;
  legal_name: string;
  tax_id: string;
  address: string;
  phone: string;
  email: string;
  website: string;
  quote_validity_days: number;
  quote_prefix: string;
  quote_terms: string;
  opening_hours: OpeningHours;
  unanswered_minutes: number;
}

export interface SampleProduct {
  sku: string;
  name: string;
  description?: string;
  unit: string;
  price: number;
  tax: number;
  cost?: number;
  category: string;
  leadDays?: number;
  archived?: boolean;
}

export interface Project {
  /** Title of the opportunity; `{place}` is a part of the town, or the business. */
  title: string;
  /** Used in "asks for …" and "about …". */
  thing: string;
  /** Kind of client that asks for it. */
  by: "anyone" | "business" | "person";
  subjects: readonly string[];
  messages: readonly string[];
  inEnglish?: readonly string[];
  /** Quoted lines: SKU, minimum and maximum quantity. */
  lines: readonly (readonly [sku: string, least: number, most: number])[];
}

export interface Words {
  openings: readonly string[];
  closings: readonly string[];
  /** Notes on a call or a recommendation; `{thing}` is the project's. */
  noted: readonly string[];
  answers: readonly string[];
  answersInEnglish: readonly string[];
  /** Replies later in the conversation. */
  laterAnswers: readonly string[];
  laterAnswersInEnglish: readonly string[];
  /** Replies to requests that the company does not take. */
  declines: readonly string[];
  furtherQuestions: readonly string[];
  furtherInEnglish: readonly string[];
  followUps: readonly string[];
  spam: readonly { name: string; subject: string; message: string }[];
  lost: readonly (readonly [reason: string, note: string, weight: number])[];
  rejections: readonly string[];
  intros: readonly string[];
  nextSteps: readonly string[];
  tags: readonly string[];
}

interface SampleTask {
  title: string;
  kind: "general" | "follow_up";
  priority?: "low" | "normal" | "high" | "urgent";
  checklist?: readonly string[];
}

export interface SampleEvent {
  title: string;
  type: "meeting" | "delivery" | "reminder" | "other";
  /** Start time and length in minutes; all day if absent. */
  at?: string;
  minutes?: number;
  location?: string;
  /** About a client, whose name is appended to the title. */
  withClient?: boolean;
}

/** Callback to a program, and its outcome: at once, at the second try, never, or given up. */
export interface SampleCallback {
  url: string;
  course: "delivered" | "retried" | "failed" | "gone";
}

export interface SampleNotification {
  key: string;
  title: string;
  body: string;
  type: "info" | "success" | "warning" | "error";
  priority: "low" | "normal" | "high";
  daysAgo: number;
  /** Index of an employee, or a user id of the program's own. */
  to: readonly (number | string)[];
  actions?: readonly (readonly [id: string, label: string])[];
  allowReply?: boolean;
  ttlHours?: number;
  data?: Record<string, unknown>;
  /** Answers by index in `to`: the action's id and a text. */
  answers?: Readonly<Record<number, { action?: string; reply?: string }>>;
  /** Outcome of the callback with the answers. */
  callback?: SampleCallback;
  /** State of recipients who have not answered. */
  reached?: "queued" | "sent" | "delivered" | "read" | "failed";
}
