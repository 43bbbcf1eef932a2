/** Longer than the longest attempt (15 s) and the storing of its result. */
export const callbackLease = "30 seconds";
