import { type Book, happen, type Happening, idOf, stamped } from "./book.ts";
import { daysBetween, momentBetween } from "./clock.ts";
import { workerAt } from "./staff.ts";

/** Plans notes on clients, opportunities and contacts from when these were new. */
export function planNotes(book: Book): void {
  const { random, opportunities, clients, contacts, trade } = book;
  const about = [
    ...random.shuffled(opportunities).slice(0, 34).map((record) =>
      ({ kind: "opportunity", record, client: record.client }) as const
    ),
    ...random.shuffled(clients).slice(0, 18).map((record) =>
      ({ kind: "client", record, client: record }) as const
    ),
    ...random.shuffled(contacts.filter(({ row }) => !row.is_spam)).slice(0, 14).map((record) =>
      ({ kind: "contact", record, client: null }) as const
    ),
  ];
  for (const [at, subject] of about.entries()) {
    planNote(book, subject, trade.notes[at % trade.notes.length]!);
  }
}

function planNote(
  book: Book,
  { kind, record, client }: Pick<Happening, "kind" | "record" | "client">,
  body: string,
): void {
  const { random, clock, staff } = book;
  const createdAt: Date = record.row.created_at;
  const last: Date = record.row.last_activity_at ?? record.row.updated_at;
  const at = momentBetween(clock, random, createdAt, last);
  const by = workerAt(staff, random, daysBetween(clock.dayOf(at), clock.today));
  book.notes.push({
    id: 0,
    row: {
      ...stamped(at, by),
      body,
      pinned: random.is(0.12),
      author_id: idOf(by),
      edited_at: null,
    },
    refs: () => ({
      contact_id: kind === "contact" ? record.id : null,
      client_id: kind === "client" ? record.id : null,
      opportunity_id: kind === "opportunity" ? record.id : null,
    }),
  });
  happen(book, { at, verb: "note_added", by, kind, record, client });
}
