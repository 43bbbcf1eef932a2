/** Kinds of accounts that conversations pass by, also in the database. */
export const accountKinds = ["email", "whatsapp", "program"] as const;
export type AccountKind = (typeof accountKinds)[number];
