/** Attributes of an address field: `type="email"` refuses other scripts and rewrites domains. */
export const emailInput = {
  type: "text",
  inputMode: "email",
  autocapitalize: "none",
  spellcheck: false,
} as const;
