/** What the demo's database holds before the app opens it: sample people, and an API key. */
import { createKey, findKey, isKeyLive } from "@/lib/access/keys.ts";
import { addMember, findUser } from "@/lib/access/members.ts";
import { type Db, openDatabase, type Trx } from "@/lib/db/connection.ts";
import { migrate } from "@/lib/db/migrate.ts";
import { inCompany, transact } from "@/lib/db/transaction.ts";
import { createLog } from "@/lib/log.ts";
import type { Person } from "./gateway.ts";
import type { Place } from "./options.ts";

const companies = [
  { id: 1, name: "Talleres Relevo" },
  { id: 2, name: "Estudio Relevo" },
];

interface SamplePerson {
  email: string;
  name: string;
  /** Roles by company. */
  roles: { companyId: number; role: string }[];
}

const samplePeople: SamplePerson[] = [
  {
    email: "lucia@relevo.example",
    name: "Lucía Campos",
    roles: [{ companyId: 1, role: "dirección" }, { companyId: 2, role: "dirección" }],
  },
  {
    email: "marta@talleres.example",
    name: "Marta Vidal",
    roles: [{ companyId: 1, role: "ventas" }],
  },
  {
    email: "hugo@estudio.example",
    name: "Hugo Serrano",
    roles: [{ companyId: 2, role: "diseño" }],
  },
  { email: "nico@relevo.example", name: "Nico Prieto", roles: [] },
];

const administrator: SamplePerson = {
  email: "admin@relevo.example",
  name: "Administración",
  roles: [{ companyId: 1, role: "administración" }, { companyId: 2, role: "administración" }],
};

export interface DemoData {
  /** Nobody was a member of anything before. */
  isNew: boolean;
  /** Everyone whom the database knows may sign in. */
  people: Person[];
  key: string;
  /** The key of an earlier start had been revoked. */
  keyReplaced: boolean;
}

/**
 * Opens the embedded database, brings it to the newest schema, fills it if nobody is a member of
 * anything yet, and closes it. The caller holds the folder's lock.
 */
export async function prepareData(place: Place, { empty }: { empty: boolean }): Promise<DemoData> {
  const log = createLog("error", console.error);
  const { db, close } = await openDatabase({ dir: `${place.dataDir}/postgres`, log });
  try {
    await migrate(db);
    const isNew = await transact(db, (trx) => seed(trx, empty));
    return { isNew, ...await keepKey(db, place.files.key), people: await everyone(db) };
  } finally {
    await close();
  }
}

async function seed(trx: Trx, empty: boolean): Promise<boolean> {
  const anyone = await trx.selectFrom("user_companies").select("user_id").limit(1)
    .executeTakeFirst();
  if (anyone) return false;
  for (const person of empty ? [administrator] : samplePeople) await add(trx, person);
  for (const { id, name } of empty ? [] : companies) {
    await trx.updateTable("companies").set({ name }).where("id", "=", id).execute();
  }
  return true;
}

async function add(trx: Trx, { email, name, roles }: SamplePerson): Promise<void> {
  const { user } = await findUser(trx, email);
  await trx.updateTable("users").set({ name }).where("id", "=", user.id).execute();
  for (const { companyId, role } of roles) await addMember(trx, { companyId, email, role });
}

/** The key in `file` while it is live; otherwise a new one, readable by the file's owner only. */
async function keepKey(db: Db, file: string): Promise<{ key: string; keyReplaced: boolean }> {
  const kept = await readKey(file);
  const known = kept && await findKey(db, kept);
  if (known && await inCompany(db, known.companyId, (trx) => isKeyLive(trx, known))) {
    return { key: kept, keyReplaced: false };
  }
  const { key } = await inCompany(db, 1, (trx) => createKey(trx, 1, { name: "demo" }));
  await Deno.writeTextFile(file, `${key}\n`, { mode: 0o600 });
  return { key, keyReplaced: Boolean(kept) };
}

async function readKey(file: string): Promise<string> {
  try {
    return (await Deno.readTextFile(file)).trim();
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return "";
    throw error;
  }
}

async function everyone(db: Db): Promise<Person[]> {
  const rows = await db.selectFrom("users as u")
    .leftJoin(
      "user_companies as m",
      (join) => join.onRef("m.user_id", "=", "u.id").on("m.disabled_at", "is", null),
    )
    .leftJoin("companies as c", "c.id", "m.company_id")
    .select(["u.email", "u.name", "m.role", "c.name as company"])
    .orderBy("u.id").orderBy("c.id").limit(200).execute();
  const byEmail = Map.groupBy(rows, (row) => row.email);
  return [...byEmail].map(([email, rows]) => ({
    email,
    name: rows[0]!.name ?? email.split("@")[0]!,
    note: noteOf(rows.filter((row) => row.company !== null)),
  }));
}

function noteOf(memberships: { role: string | null; company: string | null }[]): Person["note"] {
  if (memberships.length === 0) {
    return { es: "Aún sin empresa: puede crear una", en: "In no company yet: may make one" };
  }
  return memberships.map(({ role, company }) => role ? `${company} (${role})` : company)
    .join(", ");
}
