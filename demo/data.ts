/** Prepares the demo's database before the app opens it: a sample year, and an API key. */
import { sql } from "kysely";
import { admitKey, createKey, findKey } from "@/lib/access/keys.ts";
import { addMember } from "@/lib/access/members.ts";
import { type Db, openDatabase, type Trx } from "@/lib/db/connection.ts";
import { migrate } from "@/lib/db/migrate.ts";
import { inCompany, transact } from "@/lib/db/transaction.ts";
import { addDays, dayIn } from "@/lib/values/dates.ts";
import { createLog } from "@/lib/tools/log.ts";
import type { SecretCipher } from "@/lib/secrets/secret_cipher.ts";
import { loadSecretCipher } from "@/lib/secrets/secret_keys.ts";
import { FakeGraph } from "@/tests/support/graph/graph.ts";
import { type ChatAccount, keepChats } from "./chat/accounts.ts";
import { sampleCompanies } from "./companies.ts";
import { keepMailAccounts } from "./mail/accounts.ts";
import { openPost, type Post } from "./mail/post.ts";
import { putSamples, sampleDays } from "./mail/samples.ts";
import { type ConnectedBusiness, keepBusinesses } from "./meta/accounts.ts";
import type { Place } from "./options.ts";
import { fillSampleYear } from "./year/fill.ts";
import type { Person } from "./sign_in/press.tsx";
import { backstage } from "./year/staff.ts";

const administrator = { email: "admin@relevo.example", name: "Administración" };

export interface DemoData {
  /** The database had no members before. */
  isNew: boolean;
  /** The people on the sign-in page: all members, except those kept off it. */
  people: Person[];
  /** Address of the person who runs the installation: Marta, or the administrator alone. */
  operator: string;
  /** E-mail address of the first of them who is in company 1. */
  member?: string;
  key: string;
  /** The key of an earlier start had been revoked. */
  keyReplaced: boolean;
  /** Accounts that the demo's customers write to. */
  chats: ChatAccount[];
  /** Server of their mailboxes, until it is closed. */
  post: Post;
  /** Meta, until it is closed, with the business of each company. */
  graph: FakeGraph;
  businesses: ConnectedBusiness[];
}

/**
 * Opens the embedded database, migrates it, fills it if it has no members yet, and closes it. The
 * caller holds the folder's lock.
 * @param options.say reports steps that take a while
 */
export async function prepareData(
  place: Place,
  { empty, say }: { empty: boolean; say: (what: string) => void },
): Promise<DemoData> {
  const log = createLog("error", console.error);
  const { db, close } = await openDatabase({ dir: `${place.dataDir}/postgres`, log });
  try {
    await migrate(db);
    // No client is connected yet that would need notices of the commit.
    const isNew = await transact(db, (trx) => seed(trx, { empty, say, place }), () => {});
    // Bulk inserts leave the planner without statistics.
    if (isNew) await sql`analyze`.execute(db);
    // As the app will: the demo's database is the embedded one, with its key beside it.
    const { secretsKeys, dataDir } = place;
    const cipher = (await loadSecretCipher({ secretsKeys, dataDir, databaseUrl: undefined }))!;
    const chats = await openChats(db, place, cipher);
    const post = await openMail(db, place, { cipher, isFilled: isNew && !empty });
    const { publicUrl, files } = place;
    // Ids go on from those of the last start.
    const graph = FakeGraph.start({ firstId: Date.now() });
    const businesses = await keepBusinesses(db, graph, { file: files.meta, cipher, publicUrl });
    const services = { chats, post, graph, businesses };
    return { isNew, ...services, ...await keepKey(db, place.files.key), ...await everyone(db) };
  } finally {
    await close();
  }
}

/** One transaction, so that an interrupted start can simply be repeated. */
async function seed(
  trx: Trx,
  { empty, say, place }: { empty: boolean; say: (what: string) => void; place: Place },
): Promise<boolean> {
  const anyone = await trx.selectFrom("user_companies").select("user_id").limit(1)
    .executeTakeFirst();
  if (anyone) return false;
  if (empty) await addAdministrator(trx);
  else {
    say("Filling both companies with a sample year");
    await fillSampleYear(trx, { now: new Date(), publicUrl: place.publicUrl });
  }
  return true;
}

async function openChats(db: Db, { files, publicUrl, port }: Place, cipher: SecretCipher) {
  const loopbackUrl = `http://127.0.0.1:${port}`;
  return await keepChats(db, { file: files.chats, cipher, publicUrl, loopbackUrl });
}

async function openMail(
  db: Db,
  { files }: Place,
  { cipher, isFilled }: { cipher: SecretCipher; isFilled: boolean },
): Promise<Post> {
  const companies = await sampleCompanies(db);
  const post = await openPost(
    files.mail,
    companies.map(({ companyId, company, email }) => ({
      companyId,
      company,
      address: email ?? `empresa${companyId}@relevo.example`,
    })),
  );
  const now = new Date();
  if (isFilled) { for (const mailbox of post.mailboxes) await putSamples(mailbox, now); }
  const importSince = isFilled ? addDays(dayIn("UTC", now), -sampleDays) : null;
  await keepMailAccounts(db, post, { cipher, importSince });
  return post;
}

async function addAdministrator(trx: Trx): Promise<void> {
  for (const companyId of [1, 2]) {
    await addMember(trx, { ...administrator, companyId, role: "administración" });
  }
}

/** The key in `file` while it is live; otherwise a new one, readable by the file's owner only. */
async function keepKey(db: Db, file: string): Promise<{ key: string; keyReplaced: boolean }> {
  const storedKey = await readKey(file);
  const existing = storedKey && await findKey(db, storedKey);
  if (existing && !await inCompany(db, existing.companyId, (trx) => admitKey(trx, existing))) {
    return { key: storedKey, keyReplaced: false };
  }
  const { key } = await inCompany(
    db,
    1,
    (trx) => createKey(trx, { companyId: 1 }, { name: "demo" }),
  );
  await Deno.writeTextFile(file, `${key}\n`, { mode: 0o600 });
  return { key, keyReplaced: Boolean(storedKey) };
}

async function readKey(file: string): Promise<string> {
  try {
    return (await Deno.readTextFile(file)).trim();
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return "";
    throw error;
  }
}

async function everyone(db: Db): Promise<Pick<DemoData, "people" | "operator" | "member">> {
  const rows = await db.selectFrom("users as u")
    .innerJoin("user_companies as m", "m.user_id", "u.id")
    .innerJoin("companies as c", "c.id", "m.company_id")
    .select(["u.email", "u.name", "m.role", "c.id as companyId", "c.name as company"])
    .where("m.disabled_at", "is", null).orderBy("u.id").orderBy("c.id").limit(200).execute();
  const members = rows.filter(({ email }) => !backstage.has(email));
  const people = [...Map.groupBy(members, ({ email }) => email)].map(([email, rows]) => ({
    email,
    name: rows[0]!.name ?? email.split("@")[0]!,
    note: rows.map(({ role, company }) => role ? `${company} (${role})` : company).join(", "),
  }));
  const marta = people.find(({ email }) => email === "marta@talleres.example");
  const operator = (marta ?? people[0] ?? administrator).email;
  return { people, operator, member: members.find(({ companyId }) => companyId === 1)?.email };
}
