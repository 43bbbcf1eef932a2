/** As `type="email"` refuses letters of other scripts, and Chromium rewrites domains in it. */
export const emailInput = {
  type: "text",
  inputMode: "email",
  autocapitalize: "none",
  spellcheck: false,
} as const;
