import { Buffer } from "node:buffer";
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { SecretCipher } from "@/lib/secrets/secret_cipher.ts";

/** Where the keys of {@linkcode SecretBox} come from: docs/decisions/0043. */

const keyBytes = 32;
const fileName = "secrets.key";

/** Keys in base64 with commas between, the newest first. @throws Error naming which one is wrong */
export function parseSecretKeys(text: string): Uint8Array[] {
  const parts = text.split(",").map((part) => part.trim()).filter(Boolean);
  return parts.map((part, at) => {
    const key = Buffer.from(part.replaceAll("-", "+").replaceAll("_", "/"), "base64");
    if (key.length === keyBytes && /^[\w+/-]+=*$/.test(part)) return new Uint8Array(key);
    throw new Error(`key ${at + 1} is not ${keyBytes} bytes in base64 (openssl rand -base64 32)`);
  });
}

/** Loads the cipher; null for a database elsewhere without a key: its backups would lack ours. */
export async function loadSecretCipher(
  { secretsKeys, databaseUrl, dataDir }: {
    secretsKeys: Uint8Array[];
    databaseUrl: string | undefined;
    dataDir: string;
  },
): Promise<SecretCipher | null> {
  if (secretsKeys.length > 0) return new SecretCipher(secretsKeys);
  if (databaseUrl) return null;
  return new SecretCipher(parseSecretKeys(await readOrMake(dataDir)));
}

async function readOrMake(dataDir: string): Promise<string> {
  const path = join(dataDir, fileName);
  try {
    await Deno.mkdir(dataDir, { recursive: true });
    const text = `${randomBytes(keyBytes).toString("base64")}\n`;
    await Deno.writeTextFile(path, text, { createNew: true, mode: 0o600 });
  } catch (error) {
    if (!(error instanceof Deno.errors.AlreadyExists)) throw error;
  }
  return await Deno.readTextFile(path);
}
