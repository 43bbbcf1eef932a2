/** Crockford's base32: no I, L, O, U, so a code read aloud or typed is not mistaken. */
export const codeAlphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
export const codeLength = 8;

/** A typed code as it was made: people add spaces and hyphens, and mix up O and 0, I, L and 1. */
export function normaliseCode(typed: string): string {
  return typed.toUpperCase().replace(/[\s-]/g, "")
    .replaceAll("O", "0").replaceAll("I", "1").replaceAll("L", "1");
}

export function isCode(code: string): boolean {
  return code.length === codeLength && [...code].every((letter) => codeAlphabet.includes(letter));
}
