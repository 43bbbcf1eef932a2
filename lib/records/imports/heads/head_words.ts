/**
 * Heads that mean a field, as programs write them; null: none of the noun's fields. Case, accents,
 * blanks and signs do not count, and `#` stands for a number.
 */
export interface HeadWords {
  field: string | null;
  part?: number;
  rank?: number;
  heads: readonly string[];
  /** Counts only in a file with one of these heads. */
  beside?: readonly string[];
  /** Counts only in a file without all of these. */
  without?: readonly string[];
  /** Counts only where no column has the field by a smaller number. */
  spare?: number;
}

const marks = /\p{M}+/gu;
const signs = /[^\p{L}\p{N}]+/gu;
const numbers = /\p{N}+/gu;

/** Letters and digits of a head: `E-mail 1 - Value` and `email_1_value` are the same. */
export function headKey(head: string): string {
  return head.normalize("NFKD").replace(marks, "").replace(signs, "").toLowerCase();
}

export function tableKey(head: string): string {
  return head.split("#").map(headKey).join("#");
}

/** The key with `#` for its numbers. */
export function patternOf(key: string): string {
  return key.replace(numbers, "#");
}
