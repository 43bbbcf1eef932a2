import { speak } from "@/lib/words/language.ts";
import { quotationWords } from "@/lib/words/quotations/quotation.ts";
import { formatMoney, formatPercent, formatQuantity } from "@/lib/values/money.ts";
import type { QuoteDocument } from "@/lib/sales/document/quote_document.ts";

/** Text that paper and page share of a quotation's document; it runs anywhere. */

export function clientLines({ client, seller, language }: QuoteDocument): string[] {
  const { name, legal_name, tax_id, address, postal_code, city, region, country } = client;
  const { taxId } = speak(quotationWords, language);
  const place = [postal_code, city].filter(Boolean).join(" ");
  return present([
    legal_name === name ? null : legal_name,
    tax_id && `${taxId} ${tax_id}`,
    address,
    [place, region === city ? null : region].filter(Boolean).join(", "),
    country && country !== seller.country ? countryName(country, language) : null,
  ]);
}

export function sellerLines({ seller, language }: QuoteDocument): string[] {
  const { name, legal_name, tax_id, address, phone, email, website } = seller;
  const { taxId } = speak(quotationWords, language);
  return present([
    legal_name === name ? null : legal_name,
    tax_id && `${taxId} ${tax_id}`,
    address,
    phone,
    email,
    website?.replace(/^https?:\/\//i, "").replace(/\/$/, "") ?? null,
  ]);
}

export function lineFigures(
  line: Omit<QuoteDocument["lines"][number], "position" | "sku" | "description">,
  { language, currency }: Pick<QuoteDocument, "language" | "currency">,
) {
  return {
    quantity: [formatQuantity(line.quantity, language), line.unit].filter(Boolean).join(" "),
    unitPrice: formatMoney(line.unit_price, { language, currency, maxDecimals: 4 }),
    discount: line.discount_percent > 0 ? formatPercent(line.discount_percent, language) : "",
    tax: formatPercent(line.tax_rate, language),
    net: formatMoney(line.line_net, { language, currency }),
  };
}

/** Name of the tax. */
export function taxLabel({ tax_label, language }: QuoteDocument): string {
  return tax_label ?? quotationWords.tax[language];
}

/** The totals in their order: what each is called, and how much it is. */
export function totalLines(document: QuoteDocument): [string, string][] {
  const { language, currency, net_total, tax_breakdown } = document;
  const words = speak(quotationWords, language);
  const label = taxLabel(document);
  const money = (amount: number) => formatMoney(amount, { language, currency });
  return [
    [words.net, money(net_total)],
    ...tax_breakdown.map(({ rate, base, tax }): [string, string] => [
      words.taxOf(label, formatPercent(rate, language), money(base)),
      money(tax),
    ]),
  ];
}

export function grossTotal({ gross_total, language, currency }: QuoteDocument): string {
  return formatMoney(gross_total, { language, currency });
}

function present(lines: (string | null)[]): string[] {
  return lines.filter((line): line is string => Boolean(line?.trim()));
}

function countryName(country: string, language: QuoteDocument["language"]): string {
  if (!/^[A-Z]{2}$/.test(country)) return country;
  return new Intl.DisplayNames(language, { type: "region" }).of(country) ?? country;
}
