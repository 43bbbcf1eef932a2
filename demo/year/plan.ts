import { stride } from "@/lib/records/position.ts";
import { type Book, type Planned, stamped } from "./book.ts";
import { randomOf } from "./random.ts";
import { planEvents } from "./events.ts";
import { planDeals, planEnquiries } from "./leads.ts";
import { peopleSource } from "./names.ts";
import { planNotes } from "./notes.ts";
import { planShares } from "./shares.ts";
import { planSpam } from "./spam.ts";
import { planTasks } from "./tasks.ts";

const spam = 11;

type Premises = Pick<Book, "trade" | "clock" | "staff" | "stages" | "brand">;

/** Plans a company's year; the same `clock.now` gives the same plan. */
export function planYear(premises: Premises): Book {
  const book = emptyBook(premises);
  planProducts(book);
  planDeals(book);
  planEnquiries(book);
  planSpam(book, spam);
  planTasks(book);
  planEvents(book);
  planNotes(book);
  planShares(book);
  for (const list of chronicles(book)) list.sort(byMaking);
  book.happenings.sort((a, b) => a.at.getTime() - b.at.getTime());
  placeCards(book);
  return book;
}

function emptyBook(premises: Premises): Book {
  const random = randomOf(premises.trade.details.name);
  return {
    ...premises,
    random,
    people: peopleSource(random),
    products: [],
    contacts: [],
    messages: [],
    clients: [],
    opportunities: [],
    stageLog: [],
    quotes: [],
    lines: [],
    revisions: [],
    shares: [],
    sales: [],
    tasks: [],
    series: [],
    events: [],
    notes: [],
    happenings: [],
  };
}

function planProducts({ random, clock, trade, staff, products, happenings }: Book): void {
  for (const sample of trade.products) {
    const at = clock.ago(390 + random.int(0, 200));
    const product: Planned<"products"> = {
      id: 0,
      row: {
        ...stamped(at, staff[0]!),
        sku: sample.sku,
        name: sample.name,
        description: sample.description ?? null,
        unit: sample.unit,
        unit_price: sample.price,
        tax_rate: sample.tax,
        cost: sample.cost ?? null,
        category: sample.category,
        lead_time_days: sample.leadDays ?? null,
        active: !sample.archived,
        usage_count: 0,
        last_used_at: null,
      },
      refs: () => ({}),
    };
    products.push(product);
    happenings.push({ at, verb: "created", by: staff[0]!, kind: "product", record: product });
  }
}

interface TimedRecord {
  row: { created_at?: Date };
}

/** Tables written in order of creation, so that ids grow with time. */
function chronicles(book: Book): TimedRecord[][] {
  const { contacts, messages, clients, opportunities, stageLog, quotes, sales, tasks } = book;
  const { events, notes } = book;
  return [
    contacts,
    messages,
    clients,
    opportunities,
    stageLog,
    quotes,
    sales,
    tasks,
    events,
    notes,
  ];
}

function byMaking(a: TimedRecord, b: TimedRecord): number {
  return a.row.created_at!.getTime() - b.row.created_at!.getTime();
}

/** Orders the cards of each column, newest on top. */
function placeCards({ opportunities, tasks }: Book): void {
  const open = opportunities.filter(({ row }) => row.status === "open")
    .sort((a, b) => b.row.stage_changed_at!.getTime() - a.row.stage_changed_at!.getTime());
  open.forEach(({ row }, at) => row.position = at * stride);
  [...tasks].reverse().forEach(({ row }, at) => row.position = at * stride);
}
