import type { Field } from "@/lib/channels/email/read/mime/structured.ts";

/** A mail that is taken apart: its head, its text, and what comes with it. */

export type Head = readonly Field[];

export interface Attachment {
  filename: string | null;
  mimeType: string;
  disposition: string | null;
  content: Uint8Array;
  /** The text of a calendar part. */
  text?: string;
  contentId?: string;
  method?: string;
}

export interface Email {
  head: Head;
  text?: string;
  html?: string;
  attachments: Attachment[];
  restBytes: number;
  /** Whether a file has the text that is cut here. */
  isCut: boolean;
  /** Whether a signature was around some of it. */
  isSigned: boolean;
}
