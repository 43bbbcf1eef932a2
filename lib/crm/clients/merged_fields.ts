/** Fields that a merge fills where the client that stays has none; pure, for the panel's dialog. */
export const filledFields = [
  "legal_name",
  "tax_id",
  "website",
  "country",
  "language",
  "payment_terms_days",
  "notes",
  "source_channel",
  "source_contact_id",
] as const;

/** An address is taken whole: mixing parts of two makes a wrong one. */
export const addressFields = ["address", "postal_code", "city", "region"] as const;
