import { entityControl, personControl } from "@/lib/input/tax_id.ts";

/**
 * Tax ids that pass their check but belong to nobody: no identity card's number has reached 99
 * million, and no province has the number 00.
 */

/** A person's NIF: eight digits and their check letter. */
export function nifOf(serial: number): string {
  const number = String(99_000_000 + serial);
  return number + personControl(number);
}

/** A limited company's NIF (the former CIF): B, province, five digits and the check digit. */
export function cifOf(serial: number): string {
  const digits = String(serial).padStart(7, "0");
  return `B${digits}${entityControl(digits)}`;
}
