import type { Origin } from "@/lib/channels/email/read/origin.ts";

/** A mail that another one passes on. */
export interface Forward {
  origin: Origin;
  subject: string | null;
  /** The date as its headers write it. */
  date: string | null;
  /** Text of those who forwarded it. */
  words: string | null;
  text: string;
  quoted: string | null;
}
