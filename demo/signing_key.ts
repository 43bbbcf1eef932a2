/** The gateway's RS256 key, kept in a file so that sessions survive a restart. */
import {
  calculateJwkThumbprint,
  type CryptoKey,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JSONWebKeySet,
  type JWK,
  jwtVerify,
  SignJWT,
} from "jose";
import { dirname } from "node:path";

export interface SigningKey {
  /** The published key set: the public half only. */
  keySet: JSONWebKeySet;
  /** Signs a token for this person and audience. */
  sign(email: string, grant: Grant): Promise<string>;
  /** The person in a token signed by this key for this audience; null for any other token. */
  read(token: string, grant: Omit<Grant, "lifetimeSeconds">): Promise<string | null>;
}

interface Grant {
  issuer: string;
  audience: string;
  lifetimeSeconds: number;
}

/**
 * Opens the private key (a JWK) in `keyFile`, or creates it, readable by its owner only. Throws if
 * the file exists and holds something else.
 */
export async function openSigningKey(keyFile: string): Promise<SigningKey> {
  const jwk = await readKey(keyFile) ?? await makeKey(keyFile);
  const kid = await calculateJwkThumbprint(jwk);
  const publicJwk: JWK = { kty: jwk.kty, n: jwk.n, e: jwk.e, kid, alg: "RS256", use: "sig" };
  const privateKey = await importJWK(jwk, "RS256") as CryptoKey;
  const publicKey = await importJWK(publicJwk, "RS256") as CryptoKey;
  return {
    keySet: { keys: [publicJwk] },
    sign(email, { issuer, audience, lifetimeSeconds }) {
      const now = Math.floor(Date.now() / 1000);
      const claims = { email, iss: issuer, aud: audience, iat: now, nbf: now };
      return new SignJWT({ ...claims, exp: now + lifetimeSeconds })
        .setProtectedHeader({ alg: "RS256", kid, typ: "JWT" })
        .sign(privateKey);
    },
    async read(token, { issuer, audience }) {
      const rules = { algorithms: ["RS256"], issuer, audience, requiredClaims: ["exp"] };
      const verified = await jwtVerify(token, publicKey, rules).catch(() => null);
      const email = verified?.payload.email;
      return typeof email === "string" ? email : null;
    },
  };
}

async function readKey(keyFile: string): Promise<JWK | null> {
  const text = await Deno.readTextFile(keyFile).catch((error) => {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  });
  if (text === null) return null;
  if (Deno.build.os !== "windows") await Deno.chmod(keyFile, 0o600);
  const jwk = parsed(text);
  if (jwk?.kty === "RSA" && jwk.d && jwk.n && jwk.e) return jwk;
  throw new Error(`${keyFile} does not hold the demo gateway's key; move it away to get a new one`);
}

function parsed(text: string): JWK | null {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

async function makeKey(keyFile: string): Promise<JWK> {
  const { privateKey } = await generateKeyPair("RS256", { extractable: true });
  const jwk = await exportJWK(privateKey);
  await Deno.mkdir(dirname(keyFile), { recursive: true });
  const draft = `${keyFile}.${crypto.randomUUID()}`;
  await Deno.writeTextFile(draft, JSON.stringify(jwk), { mode: 0o600, createNew: true });
  // Written whole and then renamed: a crash leaves no partial key.
  await Deno.rename(draft, keyFile);
  return jwk;
}
