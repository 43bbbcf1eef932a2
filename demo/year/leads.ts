import type { Book, Client, Contact } from "./book.ts";
import { convert, planOldClient } from "./clients.ts";
import { answer, decline, planContact, setStatus, writeAgain } from "./contacts.ts";
import { closeOpportunity, planOpportunity } from "./opportunities.ts";
import { type Path, planPaths } from "./pipeline.ts";
import { planQuote } from "./quotes.ts";
import { planSale } from "./sales.ts";
import { type Employee, sellerFor, workerAt } from "./staff.ts";
import type { Project } from "./trade.ts";

/** Clients from before the year; the first has never asked for anything since. */
const oldClients = 10;

/** Days ago that the first of them came: before all others. */
const forgotten = 610;

/** Plans every opportunity of the year, oldest first, with its enquiry and its consequences. */
export function planDeals(book: Book): void {
  const businesses = book.random.shuffled(book.trade.businesses);
  planOldClient(book, null, forgotten);
  for (let at = 1; at < oldClients; at++) planOldClient(book, at % 3 ? businesses.pop()! : null);
  const paths = planPaths(book).sort((a, b) => b.opened - a.opened);
  for (const path of paths) planDeal(book, path, businesses);
}

function planDeal(book: Book, path: Path, businesses: string[]): void {
  const { random, staff } = book;
  const { opened, ended } = path;
  const nobody = path.orphan ? 1 : path.thisMonth ? 0 : 0.08;
  const seller = sellerFor(staff, random, { from: opened + 9, to: ended, nobody });
  const project = random.draw(book.trade.projects);
  // A sale within days only happens with a client who knows the company.
  const isNew = !(path.thisMonth && path.outcome === "won") && random.is(0.78);
  const business = isNew ? businessFor(book, project, businesses) : undefined;
  const lead = business === undefined
    ? { client: knownClient(book, project, opened), contact: null }
    : newClient(book, { path, project, seller, business });
  const opportunity = planOpportunity(book, { path, project, seller, ...lead });
  const quote = planQuote(book, opportunity, path, project);
  if (quote && path.outcome === "won") planSale(book, quote, path);
  closeOpportunity(book, opportunity, path);
}

/** The business that asks; null for a person, undefined if only an existing client can ask. */
function businessFor({ random }: Book, { by }: Project, businesses: string[]) {
  if (by === "person" || (by === "anyone" && random.is(0.65))) return null;
  return businesses.pop();
}

function knownClient({ random, clients, clock }: Book, { by }: Project, opened: number): Client {
  const at = clock.ago(opened + 4);
  const candidates = clients.slice(1).filter(({ row }) => row.created_at! < at);
  const kind = by === "person" ? "person" : by === "business" ? "company" : null;
  const fitting = candidates.filter(({ row }) => kind === null || row.kind === kind);
  return random.pick(fitting.length > 0 ? fitting : candidates);
}

interface Lead {
  path: Path;
  project: Project;
  seller: Employee | null;
  business: string | null;
}

/** An enquiry that is answered and converted; sometimes from an existing client. */
function newClient(book: Book, { path, project, seller, business }: Lead) {
  const { random, staff } = book;
  const { opened } = path;
  const gap = 0.7 + random.real() * 5;
  const by = seller ?? workerAt(staff, random, path.ended);
  const contact = planContact(book, {
    arrived: opened + gap,
    project,
    assignee: seller,
    business,
    english: project.inEnglish !== undefined && random.is(0.25),
  });
  answer(book, contact, opened + gap * 0.8, by, project.thing);
  if (random.is(0.55)) {
    writeAgain(book, contact, opened + gap * 0.5);
    if (random.is(0.88)) answer(book, contact, opened + gap * 0.3, by, project.thing);
  }
  const existing = random.is(0.05) && business === null
    ? knownClient(book, project, opened)
    : undefined;
  const client = convert(book, contact, { daysAgo: opened, by, existing });
  return { client, contact };
}

/** Enquiries without an opportunity: how many arrived, from and until how many days ago. */
const waves = [
  { count: 5, from: 0.04, to: 0.8 },
  { count: 16, from: 1, to: 6 },
  { count: 28, from: 6, to: 40 },
  { count: 66, from: 40, to: 362 },
  { count: 4, from: 386, to: 400 },
] as const;

/** Plans the contacts that did not become clients. */
export function planEnquiries(book: Book): void {
  const { random } = book;
  for (const { count, from, to } of waves) {
    for (let at = 0; at < count; at++) {
      planEnquiry(book, from + (to - from) * ((at + random.real()) / count));
    }
  }
}

function planEnquiry(book: Book, arrived: number): void {
  const { random, staff, trade } = book;
  const project = random.draw(trade.projects);
  const nobody = arrived < 6 ? 0.5 : 0.2;
  const assignee = sellerFor(staff, random, {
    from: arrived,
    to: Math.max(0, arrived - 9),
    nobody,
  });
  const business = project.by === "business" && random.is(0.3)
    ? random.pick(trade.businesses)
    : null;
  const contact = planContact(book, {
    arrived,
    project,
    assignee,
    business,
    english: project.inEnglish !== undefined && random.is(0.25),
  });
  const by = assignee ?? workerAt(staff, random, Math.max(0, arrived - 9));
  goOn(book, contact, arrived, by, project);
}

/** Continues an enquiry: the newest wait, most are answered, old ones are archived. */
function goOn(book: Book, contact: Contact, arrived: number, by: Employee, project: Project): void {
  const { random } = book;
  if (arrived < 1 || (arrived < 6 && random.is(0.45))) return;
  const soon = Math.max(arrived * 0.55, arrived - 1.5);
  if (arrived > 6 && random.is(0.16)) {
    const to = arrived > 40 && random.is(0.9) ? "archived" : "read";
    return setStatus(book, contact, soon, by, to);
  }
  if (arrived > 6 && contact.row.language === "es" && random.is(0.12)) {
    decline(book, contact, soon, by);
    return setStatus(book, contact, soon * 0.9, by, "archived");
  }
  answer(book, contact, soon, by, project.thing);
  const again = Math.max(soon * 0.6, soon - 3);
  if (random.is(0.35)) {
    writeAgain(book, contact, again);
    if (arrived < 6 || random.is(0.05)) return;
    answer(book, contact, again * 0.9, by, project.thing);
  }
  if (arrived > 40 && random.is(0.72)) {
    setStatus(book, contact, Math.max(again * 0.5, again - 20), by, "archived");
  } else if (arrived < 60 && random.is(0.6)) planFollowUp(book, contact);
}

function planFollowUp({ random, clock, trade }: Book, { row }: Contact): void {
  const offset = random.is(0.35) ? -random.int(1, 6) : random.int(0, 12);
  row.next_action_at = clock.planned(offset, random.pick(["09:00", "10:30", "13:00", "18:00"]));
  row.next_action_note = random.draw(trade.words.followUps);
}
