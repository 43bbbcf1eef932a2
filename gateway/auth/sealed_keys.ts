import { symmetricDecrypt } from "better-auth/crypto";
import type { Db } from "@/gateway/storage/database.ts";
import { ConfigError } from "@/lib/service/config.ts";
import type { Log } from "@/lib/tools/log.ts";
import type { Auth } from "./auth.ts";

interface Options {
  db: Db;
  log: Log;
  /** True on a server, which other gateways may use too. */
  isShared: boolean;
}

/**
 * Looks whether the secret opens the keys that tokens are signed with: no person gets in otherwise.
 * A gateway that is alone forgets those that are lost, and makes one anew.
 * @throws ConfigError where another gateway may have the right secret
 */
export async function requireOpenKeys(
  auth: Auth,
  { db, log, isShared }: Options,
): Promise<void> {
  const { secretConfig: key } = await auth.$context;
  const keys = await db.selectFrom("jwks").select(["id", "privateKey"]).execute();
  const opened = await Promise.all(
    keys.map(({ privateKey }) =>
      symmetricDecrypt({ key, data: JSON.parse(privateKey) }).then(() => true, () => false)
    ),
  );
  const lost = keys.filter((_, at) => !opened[at]).map(({ id }) => id);
  if (lost.length === 0) return;
  if (isShared) throw new ConfigError(otherSecret);
  await db.deleteFrom("jwks").where("id", "in", lost).execute();
  log.warn("keys_lost", { count: lost.length, note: "they were sealed with another secret" });
}

const otherSecret =
  "GATEWAY_AUTH_SECRET is not the one that the keys in the database were sealed " +
  "with: set that of the other gateway, or of before; where it is lost, empty the table jwks in " +
  "the schema of this login, and everybody signs in anew";
