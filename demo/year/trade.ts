/** What a company of the demo is made of: its details, its people, what it sells, and its words. */

export interface Trade {
  companyId: number;
  details: CompanyDetails;
  products: readonly SampleProduct[];
  /** What people ask for; an opportunity, a quotation and its deliveries come of it. */
  projects: readonly Project[];
  /** Businesses that become clients. */
  businesses: readonly string[];
  words: Words;
  /** How many sales each month of the calendar has, January first. */
  season: readonly number[];
  tasks: readonly SampleTask[];
  events: readonly SampleEvent[];
  notes: readonly string[];
  notifications: readonly SampleNotification[];
  /** How often people come by each channel. */
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
  /** What goes into "asks for …" and "about …". */
  thing: string;
  /** Who asks for such a thing. */
  by: "anyone" | "business" | "person";
  subjects: readonly string[];
  messages: readonly string[];
  inEnglish?: readonly string[];
  /** What is quoted: SKU, and between which quantities. */
  lines: readonly (readonly [sku: string, least: number, most: number])[];
}

export interface Words {
  openings: readonly string[];
  closings: readonly string[];
  /** What somebody notes of a call, or of a recommendation; `{thing}` is the project's. */
  noted: readonly string[];
  answers: readonly string[];
  answersInEnglish: readonly string[];
  /** What is said once they have talked. */
  laterAnswers: readonly string[];
  laterAnswersInEnglish: readonly string[];
  /** For what the company does not do. */
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
  /** When it begins and how many minutes it takes; without, all day. */
  at?: string;
  minutes?: number;
  location?: string;
  /** It is about a client, whose name is put behind the title. */
  withClient?: boolean;
}

export interface SampleNotification {
  key: string;
  title: string;
  body: string;
  type: "info" | "success" | "warning" | "error";
  priority: "low" | "normal" | "high";
  daysAgo: number;
  /** Of the people of the company by their place, or a name of the program's own. */
  to: readonly (number | string)[];
  actions?: readonly (readonly [id: string, label: string])[];
  allowReply?: boolean;
  ttlHours?: number;
  data?: Record<string, unknown>;
  /** What recipients said, by their place in `to`: the action's id and a text. */
  answers?: Readonly<Record<number, { action?: string; reply?: string }>>;
  /** How far it has come at those who did not answer. */
  reached?: "queued" | "sent" | "delivered" | "read" | "failed";
}
