import type { ComponentChildren } from "preact";
import { formatDay } from "@/lib/values/dates.ts";
import { speak } from "@/lib/words/language.ts";
import { type QuotationWords, quotationWords } from "@/lib/words/quotations/quotation.ts";
import {
  clientLines,
  grossTotal,
  lineFigures,
  sellerLines,
  taxLabel,
  totalLines,
} from "@/lib/sales/document/document_parts.ts";
import type { QuoteDocument as Document } from "@/lib/sales/document/quote_document.ts";

interface PartProps {
  document: Document;
  words: QuotationWords;
}

interface QuoteDocumentProps {
  document: Document;
  /** Whether it stands on a page that has a heading of its own. */
  isPart?: boolean;
}

/** A quotation as its client reads it: the same on a screen, on a phone and on paper. */
export function QuoteDocument({ document, isPart = false }: QuoteDocumentProps) {
  const words = speak(quotationWords, document.language);
  const Heading = isPart ? "h2" : "h1";
  const Subheading = isPart ? "h3" : "h2";
  const { number, revision, title, intro, terms } = document;
  return (
    <article class="rounded-lg border border-line bg-raised px-4 py-6 md:p-10 print:border-0 print:p-0">
      <header>
        <Heading class="text-title font-semibold tracking-tight">
          {`${words.kind} ${number}`}
        </Heading>
        <p class="text-meta text-soft">{words.notInvoice}</p>
        {revision > 1 && <p class="text-soft">{words.revision(revision)}</p>}
      </header>
      <Parties document={document} words={words} />
      {title && (
        <Subheading class="mb-2 text-title font-semibold tracking-tight">{title}</Subheading>
      )}
      {intro && <p class="mb-6 max-w-160 whitespace-pre-line" dir="auto">{intro}</p>}
      <Lines document={document} words={words} />
      <Totals document={document} words={words} />
      {terms && (
        <section class="mt-8">
          <Subheading class="mb-1 font-semibold">{words.terms}</Subheading>
          <p class="max-w-160 whitespace-pre-line text-meta text-soft" dir="auto">{terms}</p>
        </section>
      )}
    </article>
  );
}

function Parties({ document, words }: PartProps) {
  const { client, seller, language, issue_date, valid_until } = document;
  return (
    <div class="my-8 grid gap-6 md:grid-cols-[1fr_1fr_auto] print:grid-cols-[1fr_1fr_auto]">
      <Party label={words.client} name={client.name} lines={clientLines(document)} />
      <Party label={words.seller} name={seller.name} lines={sellerLines(document)} />
      <dl class="grid grid-cols-2 gap-x-6 gap-y-2 md:grid-cols-1 md:content-start print:grid-cols-1 print:content-start">
        <Term label={words.issued}>{formatDay(issue_date, language)}</Term>
        <Term label={words.validUntil}>{formatDay(valid_until, language)}</Term>
      </dl>
    </div>
  );
}

function Party({ label, name, lines }: { label: string; name: string; lines: string[] }) {
  return (
    <dl>
      <Term label={label}>
        <span class="font-semibold">{name}</span>
        {lines.map((line, at) => (
          <span key={at} class="block whitespace-pre-line text-soft" dir="auto">{line}</span>
        ))}
      </Term>
    </dl>
  );
}

function Term({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    <div>
      <dt class="text-label text-soft">{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

const aside =
  "hidden px-2 text-right align-top whitespace-nowrap tabular-nums md:table-cell print:table-cell";

/** Draws the lines; on a phone the figures of each stand below its words. */
function Lines({ document, words }: PartProps) {
  const hasDiscount = document.lines.some(({ discount_percent }) => discount_percent > 0);
  return (
    <table class="w-full border-collapse text-meta">
      <thead class="text-label text-soft">
        <tr class="border-b border-line-strong">
          <th scope="col" class="py-2 pr-2 text-left font-normal">{words.line}</th>
          <th scope="col" class={`${aside} py-2 font-normal`}>{words.quantity}</th>
          <th scope="col" class={`${aside} py-2 font-normal`}>{words.unitPrice}</th>
          {hasDiscount && <th scope="col" class={`${aside} py-2 font-normal`}>{words.discount}</th>}
          <th scope="col" class={`${aside} py-2 font-normal`}>{taxLabel(document)}</th>
          <th scope="col" class="py-2 pl-2 text-right font-normal">{words.amount}</th>
        </tr>
      </thead>
      <tbody>
        {document.lines.map((line) => (
          <Line
            key={line.position}
            line={line}
            document={document}
            words={words}
            hasDiscount={hasDiscount}
          />
        ))}
      </tbody>
    </table>
  );
}

interface LineProps extends PartProps {
  line: Document["lines"][number];
  hasDiscount: boolean;
}

function Line({ line, document, words, hasDiscount }: LineProps) {
  const { quantity, unitPrice, discount, tax, net } = lineFigures(line, document);
  const below = [
    `${quantity} × ${unitPrice}`,
    ...(discount ? [words.lessDiscount(discount)] : []),
    `${taxLabel(document)} ${tax}`,
  ];
  return (
    <tr class="break-inside-avoid border-b border-line">
      <td class="py-3 pr-2 align-top">
        <p class="font-medium">{line.name}</p>
        {line.description && (
          <p class="mt-0.5 whitespace-pre-line text-soft" dir="auto">{line.description}</p>
        )}
        {line.sku && <p class="mt-0.5 text-label text-soft">{line.sku}</p>}
        <p class="mt-1 text-soft md:hidden print:hidden">{below.join(" · ")}</p>
      </td>
      <td class={`${aside} py-3`}>{quantity}</td>
      <td class={`${aside} py-3`}>{unitPrice}</td>
      {hasDiscount && <td class={`${aside} py-3`}>{discount}</td>}
      <td class={`${aside} py-3`}>{tax}</td>
      <td class="py-3 pl-2 text-right align-top whitespace-nowrap tabular-nums">{net}</td>
    </tr>
  );
}

function Totals({ document, words }: PartProps) {
  return (
    <dl class="mt-5 ml-auto max-w-90 break-inside-avoid tabular-nums">
      {totalLines(document).map(([label, amount]) => (
        <div key={label} class="flex justify-between gap-6 py-1">
          <dt class="text-soft">{label}</dt>
          <dd class="whitespace-nowrap">{amount}</dd>
        </div>
      ))}
      <div class="mt-2 flex flex-wrap items-baseline justify-between gap-x-6 border-t border-line-strong pt-3 text-title font-semibold">
        <dt>{words.total}</dt>
        <dd class="whitespace-nowrap">{grossTotal(document)}</dd>
      </div>
    </dl>
  );
}
