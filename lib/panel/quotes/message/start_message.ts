import type { QuoteNow } from "@/lib/panel/quotes/editor/quote_now.ts";
import type { FillValues } from "@/lib/panel/record/fill.ts";
import { speak } from "@/lib/words/language.ts";
import { quotationMailWords } from "@/lib/words/quotations/quotation_mail.ts";

/** Recipient of a quotation. */
export interface Recipient {
  name: string;
  email: string | null;
  phone: string | null;
  country: string | null;
}

export interface SendDialogProps {
  quote: QuoteNow;
  client: Recipient;
  company: string;
  /** Name of the member who writes. */
  member: string;
  me: number;
  /** Whether they may send without approval. */
  isFree: boolean;
  onClose(): void;
}

/** What places of WhatsApp templates are filled with. @param hasLink whether one is made */
export function appFillOf(
  { quote, client, company, member }: Written,
  hasLink: boolean,
): FillValues {
  const { id, number, language } = quote;
  return {
    ...{ contact: client.name, company, member, language },
    quote: { id, number, isDraft: !hasLink },
  };
}

interface Written {
  quote: QuoteNow;
  client: { name: string; email: string | null };
  company: string;
  /** Name of the member who writes. */
  member: string;
}

/** Initial recipient, subject and text of a message, in the quotation's language. */
export function startOf(about: "sent" | "accepted", written: Written) {
  const { quote, client, company, member } = written;
  const words = speak(quotationMailWords, quote.language);
  const { number } = quote;
  return {
    start: about === "sent"
      ? {
        to: client.email,
        subject: words.subject(number, company),
        text: words.sent(client.name, member, company).replace("{{quote.number}}", () => number),
      }
      : {
        to: client.email,
        subject: words.accepted.subject(number),
        text: words.accepted.body(client.name, number, member, company),
      },
    fill: {
      "contact.name": client.name,
      "company.name": company,
      "member.name": member,
      "quote.number": number,
    },
    written: quote.language,
  };
}
