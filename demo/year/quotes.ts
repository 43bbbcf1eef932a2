import { addDays } from "@/lib/values/dates.ts";
import type { QuoteDocument } from "@/lib/sales/document/quote_document.ts";
import { toDocument } from "@/lib/sales/document/quote_documents.ts";
import { type PricedLine, totalsOf } from "@/lib/sales/quotes/totals.ts";
import {
  type Book,
  happen,
  type Line,
  type Opportunity,
  type Planned,
  type Quote,
  stamped,
} from "./book.ts";
import { along, milestones } from "./opportunities.ts";
import type { Path } from "./pipeline.ts";
import { type Employee, workerAt } from "./staff.ts";
import type { Project } from "./trade.ts";

/** A quotation and its author. */
interface Draft {
  quote: Quote;
  by: Employee;
}

/** Plans an opportunity's quotation up to its final state; undefined if it has none. */
export function planQuote(
  book: Book,
  opportunity: Opportunity,
  path: Path,
  project: Project,
): Quote | undefined {
  if (!path.quote) return undefined;
  const { random } = book;
  const written = path.quoted ?? along(path, milestones.quoted);
  const by = opportunity.seller ?? workerAt(book.staff, random, path.ended);
  const draft = writeDraft(book, opportunity, project, { by, written });
  const later = (part: number) => written - (written - path.ended) * part;
  const lost = path.outcome === "lost";
  if (path.quote === "draft") return draft.quote;
  send(book, draft, later(0.08));
  if (path.quote === "recalled") {
    recall(book, draft, later(0.7));
    return draft.quote;
  }
  // Some are sent again at a lower price.
  if (!path.quoted && random.is(0.28)) {
    recall(book, draft, later(0.45));
    giveDiscount(book, draft, later(0.5));
    send(book, draft, later(0.52));
  }
  if (path.quote === "sent") return draft.quote;
  if (path.quote === "rejected") reject(book, draft, later(lost ? 0.93 : 0.8));
  else approve(book, draft, later(0.86));
  return draft.quote;
}

function writeDraft(
  book: Book,
  opportunity: Opportunity,
  project: Project,
  { by, written }: { by: Employee; written: number },
): Draft {
  const { random, clock, trade } = book;
  const { client } = opportunity;
  const at = clock.ago(written);
  const issue_date = clock.dayAgo(written);
  const language = client.row.language ?? "es";
  const quote: Quote = {
    id: 0,
    opportunity,
    lines: [],
    row: {
      ...stamped(at, by),
      revision: 0,
      status: "draft",
      title: opportunity.row.title,
      intro: random.is(0.7) ? random.pick(trade.words.intros) : null,
      terms: trade.details.quote_terms,
      internal_note: null,
      language,
      currency: "EUR",
      issue_date,
      valid_until: addDays(issue_date, trade.details.quote_validity_days),
      sent_at: null,
      approved_at: null,
      approved_by_name: null,
      approved_via: null,
      rejected_at: null,
      rejection_reason: null,
      sold_at: null,
      brand_snapshot: null,
    },
    refs: () => ({ opportunity_id: opportunity.id, client_id: client.id }),
  };
  quote.lines = writeLines(book, quote, project, at);
  book.quotes.push(quote);
  book.lines.push(...quote.lines);
  happen(book, { at, verb: "created", by, kind: "quote", record: quote, client });
  follow(book, quote, at, by);
  return { quote, by };
}

function writeLines(book: Book, quote: Quote, project: Project, at: Date): Line[] {
  const { random, products } = book;
  // Quotations differ: each has the first line and most of the others.
  const projectLines = project.lines.filter((_, place) => place === 0 || random.is(0.85));
  const lines = projectLines.map(([sku, least, most], place): Line => {
    const product = products.find(({ row }) => row.sku === sku)!;
    const { name, description, unit, unit_price, tax_rate } = product.row;
    const whole = random.int(least, most);
    // Measured quantities are rarely whole.
    const measured = (unit === "m" || unit === "m²") && whole < most;
    product.row.usage_count = product.row.usage_count! + 1;
    product.row.last_used_at = later(product.row.last_used_at ?? null, at);
    return {
      id: 0,
      product,
      row: {
        position: place + 1,
        sku,
        name,
        description,
        unit,
        quantity: measured ? whole + random.int(0, 19) / 20 : whole,
        unit_price,
        discount_percent: 0,
        tax_rate,
      },
      refs: () => ({ quote_id: quote.id, product_id: product.id }),
    };
  });
  calculate({ ...quote, lines });
  return lines;
}

function later(date: Date | null, at: Date): Date {
  return date && date > at ? date : at;
}

/** Stores the totals on the quotation and its lines. */
function calculate({ row, lines }: Quote): void {
  const { line_nets, ...totals } = totalsOf(lines.map(({ row }) => row as PricedLine), "EUR");
  lines.forEach((line, at) => line.row.line_net = line_nets[at]);
  Object.assign(row, totals);
}

/** Sets the opportunity's amount to the quotation's. */
function follow(book: Book, { row, opportunity }: Quote, at: Date, by: Employee): void {
  const before = opportunity.row.amount!;
  const after = row.net_total!;
  opportunity.row.amount = after;
  happen(book, {
    at,
    verb: "changed",
    by,
    kind: "opportunity",
    record: opportunity,
    client: opportunity.client,
    changes: () => ({ amount: [before, after] }),
  });
}

/** Changes a quotation's columns and records the change. */
export function setQuote(
  book: Book,
  quote: Quote,
  { at, by, verb, values }: {
    at: Date;
    by: Employee | "public";
    verb: string;
    values: Quote["row"];
  },
): void {
  const names = Object.keys(values) as (keyof Quote["row"])[];
  const changes = names.map((name): [string, [unknown, unknown]] => [
    name,
    [quote.row[name] ?? null, values[name]],
  ]).filter(([, [before, after]]) => before !== after);
  Object.assign(quote.row, values);
  const { client } = quote.opportunity;
  const entries = Object.fromEntries(changes);
  happen(book, { at, verb, by, kind: "quote", record: quote, client, changes: () => entries });
}

function send(book: Book, { quote, by }: Draft, daysAgo: number): void {
  const at = book.clock.ago(daysAgo);
  const revision = quote.row.revision! + 1;
  setQuote(book, quote, {
    at,
    by,
    verb: "sent",
    values: { status: "sent", sent_at: at, revision },
  });
  quote.row.brand_snapshot = book.brand;
  const { net_total, tax_total, gross_total } = quote.row;
  const row = { ...quote.row };
  const lines = quote.lines.map((line) => ({ ...line.row }));
  const snapshot = () =>
    toDocument(
      { ...row, number: quote.row.number } as Parameters<typeof toDocument>[0],
      {
        lines: lines as QuoteDocument["lines"] as Parameters<typeof toDocument>[1]["lines"],
        seller: book.brand as QuoteDocument["seller"],
        client: partyOf(quote),
      },
    );
  const revisionRow: Planned<"quote_revisions"> = {
    id: 0,
    row: { revision, net_total, tax_total, gross_total, sent_at: at, sent_by: by.userId },
    refs: () => ({ quote_id: quote.id, snapshot: snapshot() }),
  };
  book.revisions.push(revisionRow);
}

function partyOf({ opportunity: { client: { row } } }: Quote): QuoteDocument["client"] {
  return {
    name: row.name!,
    legal_name: row.legal_name ?? null,
    tax_id: row.tax_id ?? null,
    address: row.address ?? null,
    postal_code: row.postal_code ?? null,
    city: row.city ?? null,
    region: row.region ?? null,
    country: row.country ?? null,
  };
}

function recall(book: Book, { quote, by }: Draft, daysAgo: number): void {
  const at = book.clock.ago(daysAgo);
  setQuote(book, quote, { at, by, verb: "recalled", values: { status: "draft", sent_at: null } });
}

function giveDiscount(book: Book, { quote, by }: Draft, daysAgo: number): void {
  const at = book.clock.ago(daysAgo);
  const brief = () =>
    quote.lines.map(({ row: { name, quantity, unit_price, discount_percent, tax_rate } }) => ({
      name,
      quantity,
      unit_price,
      discount_percent,
      tax_rate,
    }));
  const before = { lines: brief(), net: quote.row.net_total };
  const percent = book.random.pick([3, 5, 5, 7.5, 10]);
  for (const line of quote.lines) line.row.discount_percent = percent;
  calculate(quote);
  const after = { lines: brief(), net: quote.row.net_total };
  const { client } = quote.opportunity;
  const changes = () => ({
    lines: [before.lines, after.lines] as [unknown, unknown],
    net_total: [before.net, after.net] as [unknown, unknown],
  });
  happen(book, { at, verb: "changed", by, kind: "quote", record: quote, client, changes });
  follow(book, quote, at, by);
}

/** Some clients accept through the link, others tell an employee. */
function approve(book: Book, { quote, by }: Draft, daysAgo: number): void {
  const { random, clock } = book;
  const at = clock.ago(daysAgo);
  const name = quote.opportunity.client.row.name!;
  const via = random.is(0.4) ? "link" : "employee";
  const values = {
    status: "approved" as const,
    approved_at: at,
    approved_by_name: via === "link" || random.is(0.5) ? name : null,
    approved_via: via as "link" | "employee",
  };
  setQuote(book, quote, { at, by: via === "link" ? "public" : by, verb: "approved", values });
}

function reject(book: Book, { quote, by }: Draft, daysAgo: number): void {
  const at = book.clock.ago(daysAgo);
  const reason = book.random.pick(book.trade.words.rejections);
  const values = { status: "rejected" as const, rejected_at: at, rejection_reason: reason };
  setQuote(book, quote, { at, by, verb: "rejected", values });
}
