/** Fields that a merge fills where the contact that stays has none; pure, for the panel's dialog. */
export const filledFields = [
  "name",
  "organization",
  "subject",
  "message",
  "next_action_at",
  "next_action_note",
  "language",
  "source_url",
  "referrer",
] as const;
