/** Kinds of accounts that conversations pass by, also in the database. */
export const accountKinds = ["email", "whatsapp", "instagram", "facebook", "program"] as const;
export type AccountKind = (typeof accountKinds)[number];
