/** People, their passkeys and sessions: queries on the gateway's own tables. */
import type { Db } from "@/gateway/storage/database.ts";

export interface Credential {
  id: string;
  credentialId: string;
  userId: string;
  email: string;
  name: string | null;
  createdAt: Date | null;
  proved: boolean;
  companyId: number | null;
  company: string | null;
  usedAt: Date | null;
}

/** Origin of a passkey, which decides the rights of its sessions. */
export interface Origin {
  proved: boolean;
  companyId: number | null;
  company: string | null;
}

function credentials(db: Db) {
  return db.selectFrom("passkey as p")
    .innerJoin("origin as o", "o.credentialId", "p.credentialID")
    .innerJoin("user as u", "u.id", "p.userId")
    .select(["p.id", "p.credentialID as credentialId", "p.userId", "p.name", "p.createdAt"])
    .select(["u.email", "o.proved", "o.companyId", "o.company", "o.usedAt"]);
}

/** Finds a passkey by the credential id of its authenticator. */
export function findCredential(db: Db, credentialId: string): Promise<Credential | undefined> {
  return credentials(db).where("p.credentialID", "=", credentialId).executeTakeFirst();
}

export function credentialsOf(db: Db, userId: string): Promise<Credential[]> {
  return credentials(db).where("p.userId", "=", userId).orderBy("p.createdAt").execute();
}

export function findPerson(db: Db, email: string) {
  return db.selectFrom("user").select(["id", "email", "emailVerified"])
    .where("email", "=", email).executeTakeFirst();
}

/** Finds or creates the person with this address. @returns the id */
export async function ensurePerson(db: Db, email: string): Promise<string> {
  const now = new Date();
  await db.insertInto("user").values({
    id: crypto.randomUUID(),
    name: email,
    email,
    emailVerified: false,
    image: null,
    createdAt: now,
    updatedAt: now,
  }).onConflict((conflict) => conflict.column("email").doNothing()).execute();
  return (await findPerson(db, email))!.id;
}

/** Stores the origin of a passkey before the passkey itself. */
export async function noteOrigin(db: Db, credentialId: string, origin: Origin): Promise<void> {
  await db.insertInto("origin").values({ ...origin, credentialId, usedAt: null }).execute();
}

export async function noteUse(db: Db, credentialId: string): Promise<void> {
  await db.updateTable("origin").set({ usedAt: new Date() })
    .where("credentialId", "=", credentialId).execute();
}

/** Marks a passkey's mailbox as proved: it and its sessions may enter every company. */
export async function proveCredential(db: Db, credentialId: string): Promise<void> {
  const full = { proved: true, companyId: null };
  await db.transaction().execute(async (trx) => {
    await trx.updateTable("origin").set({ ...full, company: null })
      .where("credentialId", "=", credentialId).execute();
    await trx.updateTable("session").set(full).where("credentialId", "=", credentialId).execute();
  });
}

/** Removes a passkey and ends the sessions that it opened, except the given one. */
export async function removeCredential(
  db: Db,
  { credentialId, except = "" }: { credentialId: string; except?: string },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx.deleteFrom("session").where("credentialId", "=", credentialId)
      .where("id", "!=", except).execute();
    await trx.deleteFrom("passkey").where("credentialID", "=", credentialId).execute();
    await trx.deleteFrom("origin").where("credentialId", "=", credentialId).execute();
  });
}

export async function renameCredential(
  db: Db,
  { credentialId, name }: { credentialId: string; name: string },
): Promise<void> {
  await db.updateTable("passkey").set({ name }).where("credentialID", "=", credentialId).execute();
}

export interface Sitting {
  id: string;
  createdAt: Date;
  expiresAt: Date;
  ipAddress: string | null;
  userAgent: string | null;
}

/** The open sessions of a person, the newest first. */
export function sessionsOf(db: Db, userId: string): Promise<Sitting[]> {
  return db.selectFrom("session")
    .select(["id", "createdAt", "expiresAt", "ipAddress", "userAgent"])
    .where("userId", "=", userId).where("expiresAt", ">", new Date())
    .orderBy("createdAt", "desc").orderBy("id").limit(100).execute();
}

/** Ends one session of a person, or all of them and what their browsers may. */
export async function endSessions(db: Db, userId: string, id?: string): Promise<void> {
  let ended = db.deleteFrom("session").where("userId", "=", userId);
  if (id !== undefined) ended = ended.where("id", "=", id);
  await ended.execute();
  if (id === undefined) await db.deleteFrom("browser").where("userId", "=", userId).execute();
}
