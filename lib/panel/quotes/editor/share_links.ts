import { partsOf } from "@/lib/input/dial_link.ts";

interface Client {
  email: string | null;
  phone: string | null;
  country: string | null;
}

/** A `mailto:` link with subject and body. */
export function mailLink({ email }: Client, subject: string, body: string): string {
  const query = `subject=${encodeURIComponent(subject)}&body=${
    encodeURIComponent(body.replaceAll("\n", "\r\n"))
  }`;
  return `mailto:${email ? encodeURIComponent(email).replace("%40", "@") : ""}?${query}`;
}

/** A WhatsApp link; without a number WhatsApp asks for the recipient. */
export function whatsappLink(client: Client, text: string): string {
  return `https://wa.me/${whatsappNumber(client)}?text=${encodeURIComponent(text)}`;
}

/** Returns the number with country code, without signs; empty if the country is unknown. */
function whatsappNumber({ phone, country }: Client): string {
  const bare = partsOf(phone ?? "").number.replace(/[^\d+]/g, "");
  if (/^(\+|00)/.test(bare)) return bare.replace(/^(\+|00)/, "").replaceAll("+", "");
  return (country ?? "ES") === "ES" && /^\d{9}$/.test(bare) ? `34${bare}` : "";
}
