import { comparedAddress } from "@/lib/input/addresses/email_address.ts";
import { parsePhoneNumberFromString } from "libphonenumber-js/min";

export function normaliseEmail(email: string | null): string | null {
  return email === null ? null : comparedAddress(email) || null;
}

/** E.164, read as Spanish without a country code; null if invalid. */
export function normalisePhone(phone: string | null): string | null {
  if (phone === null) return null;
  return parsePhoneNumberFromString(phone, "ES")?.number ?? null;
}

export function norms({ email, phone }: { email?: string | null; phone?: string | null }) {
  return {
    ...(email === undefined ? {} : { email_norm: normaliseEmail(email) }),
    ...(phone === undefined ? {} : { phone_e164: normalisePhone(phone) }),
  };
}

/** The column of each address's normal form. */
export const addressNorms = { email: ["email_norm"], phone: ["phone_e164"] };
