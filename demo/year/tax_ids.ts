/**
 * Tax ids that pass their check but belong to nobody: no identity card's number has reached 99
 * million, and no province has the number 00.
 */

/** A person's NIF: eight digits and their check letter. */
export function nifOf(serial: number): string {
  const number = 99_000_000 + serial;
  return number + "TRWAGMYFPDXBNJZSQVHLCKE"[number % 23]!;
}

/** A limited company's NIF (the former CIF): B, province, five digits and the check digit. */
export function cifOf(serial: number): string {
  const digits = String(serial).padStart(7, "0");
  const sum = [...digits].map(Number).reduce(
    (total, digit, at) => total + (at % 2 === 1 ? digit : crossSum(digit * 2)),
    0,
  );
  return `B${digits}${(10 - (sum % 10)) % 10}`;
}

function crossSum(number: number): number {
  return Math.floor(number / 10) + (number % 10);
}
