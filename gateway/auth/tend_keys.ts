import { createJwk, type JwtOptions } from "better-auth/plugins/jwt";
import { sql } from "kysely";
import type { Db } from "@/gateway/storage/database.ts";
import type { Auth } from "./auth.ts";
import { openKeys, publishedForMs, signingKey } from "./keys.ts";

const day = 86_400_000;

/** A key signs so long, and then stays published for tokens and for clocks that differ. */
export const signsForMs = 30 * day;
export const keptForMs = day;

interface Key {
  id: string;
  privateKey: string;
  createdAt: Date;
}

/** Makes the next key in time and forgets those that no token can be of; gateways take turns. */
export async function tendKeys(
  auth: Auth,
  { db, options, now = Date.now() }: { db: Db; options: JwtOptions; now?: number },
): Promise<void> {
  const { secretConfig } = await auth.$context;
  await db.transaction().execute(async (trx) => {
    await sql`lock table jwks in share row exclusive mode`.execute(trx);
    const keys: Key[] = await trx.selectFrom("jwks").select(["id", "privateKey", "createdAt"])
      .orderBy("createdAt", "desc").execute();
    const own = await openKeys(keys, secretConfig);
    const newest = own[0];
    if (!newest || +newest.createdAt <= now - signsForMs) {
      await makeKey(auth, options, trx, now);
    }
    const current = signingKey(own, now);
    const superseded = keys.filter((key) =>
      current && +key.createdAt < +current.createdAt &&
      +current.createdAt <= now - publishedForMs - keptForMs
    );
    if (superseded.length > 0) {
      await trx.deleteFrom("jwks").where("id", "in", superseded.map(({ id }) => id)).execute();
    }
  });
}

/** Makes a key as the plugin does, and keeps it inside the transaction. */
async function makeKey(auth: Auth, options: JwtOptions, trx: Db, now: number): Promise<void> {
  const context = await auth.$context;
  const adapter: JwtOptions["adapter"] = {
    async createJwk({ publicKey, privateKey, alg }) {
      const id = crypto.randomUUID();
      const key = { id, publicKey, privateKey, alg: alg ?? "RS256", createdAt: new Date(now) };
      await trx.insertInto("jwks").values({ ...key, expiresAt: null, crv: null }).execute();
      return key;
    },
  };
  type Context = Parameters<typeof createJwk>[0];
  await createJwk({ context } as unknown as Context, { ...options, adapter });
}
