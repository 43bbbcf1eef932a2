import * as z from "zod";

/** A link with which a person comes in for the first time, as the one who made it reads it. */

/** Days in which a link can be used; hours of one that lets in again who has lost everything. */
export const entryLinkDays = 7;
export const recoveryHours = 24;

export const entryLinkRecord = z.object({
  url: z.string().meta({
    description: "The link, which is told this once: whoever opens it first comes in.",
  }),
  expires_at: z.iso.datetime().meta({ description: "Instant until which the link can be used." }),
}).meta({ id: "EntryLink" });

/** A member who has not come in yet, and their link. */
export interface Entry {
  userId: number;
  hasEntered: boolean;
  link: EntryLinkState | null;
}

export interface EntryLinkState {
  madeAt: Date;
  expiresAt: Date;
  usedAt: Date | null;
  isWithdrawn: boolean;
}
