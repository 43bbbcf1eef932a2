import { parsePhoneNumberFromString } from "libphonenumber-js/min";

/** An e-mail address as it is compared: lower case. */
export function normaliseEmail(email: string | null): string | null {
  return email === null ? null : email.trim().toLowerCase() || null;
}

/** A phone number in E.164, read as Spanish where it names no country; null for what is none. */
export function normalisePhone(phone: string | null): string | null {
  if (phone === null) return null;
  return parsePhoneNumberFromString(phone, "ES")?.number ?? null;
}

/** The columns that addresses are compared by, for those that are given. */
export function norms({ email, phone }: { email?: string | null; phone?: string | null }) {
  return {
    ...(email === undefined ? {} : { email_norm: normaliseEmail(email) }),
    ...(phone === undefined ? {} : { phone_e164: normalisePhone(phone) }),
  };
}
