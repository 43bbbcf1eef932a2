/** What a hook of Meta's is about, also in the database. */
export const hookObjects = ["whatsapp_business_account", "page", "instagram"] as const;
export type HookObject = (typeof hookObjects)[number];
