/** Ways to hand a link to a client from one's own mail and messenger. */

interface Client {
  email: string | null;
  phone: string | null;
  country: string | null;
}

/** A link that opens one's mail with the words written. */
export function mailLink({ email }: Client, subject: string, body: string): string {
  const query = `subject=${encodeURIComponent(subject)}&body=${
    encodeURIComponent(body.replaceAll("\n", "\r\n"))
  }`;
  return `mailto:${email ? encodeURIComponent(email).replace("%40", "@") : ""}?${query}`;
}

/** A link that opens WhatsApp with the words written; whom to is asked there where it is unknown. */
export function whatsappLink(client: Client, text: string): string {
  return `https://wa.me/${whatsappNumber(client)}?text=${encodeURIComponent(text)}`;
}

/** The number with its country, without signs; empty where the country cannot be told. */
function whatsappNumber({ phone, country }: Client): string {
  const bare = (phone ?? "").replace(/[^\d+]/g, "");
  if (/^(\+|00)/.test(bare)) return bare.replace(/^(\+|00)/, "").replaceAll("+", "");
  return (country ?? "ES") === "ES" && /^\d{9}$/.test(bare) ? `34${bare}` : "";
}
