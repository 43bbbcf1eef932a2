/**
 * An authenticator in software (WebAuthn Level 3, 6): ES256 keys and attestation "none", with the
 * faults that a test asks for.
 */
import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";

export interface Faults {
  /** The flag that the device has checked its user. */
  isVerified?: boolean;
  /** Origin that the client names. */
  origin?: string;
  rpId?: string;
  challenge?: string;
  /** The credential that is named in the answer. */
  id?: string;
}

interface Passkey {
  id: string;
  keys: CryptoKeyPair;
  counter: number;
  userHandle: string;
}

export interface Credentials {
  /** An answer to options of a registration; the credential is kept. */
  create(options: CreationOptions, faults?: Faults): Promise<Record<string, unknown>>;
  /** An answer to options of a sign-in, with the newest credential. */
  get(options: RequestOptions, faults?: Faults): Promise<Record<string, unknown>>;
  /** The names of the credentials. */
  ids(): string[];
}

interface CreationOptions {
  challenge: string;
  rp: { id: string };
  user: { id: string };
}

interface RequestOptions {
  challenge: string;
  rpId: string;
}

export function makeAuthenticator(siteOrigin: string): Credentials {
  const passkeys: Passkey[] = [];
  const clientData = (type: string, challenge: string, faults: Faults) =>
    Buffer.from(JSON.stringify({
      type,
      challenge: faults.challenge ?? challenge,
      origin: faults.origin ?? siteOrigin,
      crossOrigin: false,
    }));
  return {
    async create({ challenge, rp, user }, faults = {}) {
      const keys = await crypto.subtle.generateKey(
        { name: "ECDSA", namedCurve: "P-256" },
        true,
        ["sign", "verify"],
      ) as CryptoKeyPair;
      const raw = crypto.getRandomValues(new Uint8Array(16));
      const id = Buffer.from(raw).toString("base64url");
      passkeys.push({ id, keys, counter: 0, userHandle: user.id });
      const data = authData(faults.rpId ?? rp.id, {
        ...{ isVerified: faults.isVerified ?? true, counter: 0 },
        attested: Buffer.concat([
          Buffer.alloc(16),
          Buffer.from([0, raw.length]),
          raw,
          await coseKey(keys.publicKey),
        ]),
      });
      const attestation = Buffer.concat([
        ...[Buffer.from([0xa3]), text("fmt"), text("none"), text("attStmt")],
        ...[Buffer.from([0xa0]), text("authData"), bytes(data)],
      ]);
      return answer(id, {
        clientDataJSON: encode(clientData("webauthn.create", challenge, faults)),
        attestationObject: encode(attestation),
        transports: ["internal"],
      });
    },
    async get({ challenge, rpId }, faults = {}) {
      const credential = passkeys.at(-1)!;
      credential.counter++;
      const { counter } = credential;
      const { isVerified = true } = faults;
      const data = authData(faults.rpId ?? rpId, { isVerified, counter });
      const client = clientData("webauthn.get", challenge, faults);
      const signed = Buffer.concat([data, createHash("sha256").update(client).digest()]);
      const plain = await crypto.subtle.sign(
        { name: "ECDSA", hash: "SHA-256" },
        credential.keys.privateKey,
        signed,
      );
      return answer(faults.id ?? credential.id, {
        clientDataJSON: encode(client),
        authenticatorData: encode(data),
        signature: encode(derOf(Buffer.from(plain))),
        userHandle: credential.userHandle,
      });
    },
    ids: () => passkeys.map(({ id }) => id),
  };
}

function answer(id: string, response: Record<string, unknown>) {
  return { id, rawId: id, type: "public-key", clientExtensionResults: {}, response };
}

const encode = (data: Uint8Array) => Buffer.from(data).toString("base64url");

const flags = { present: 1, verified: 4, attested: 64 };

function authData(
  rpId: string,
  options: { isVerified: boolean; counter: number; attested?: Uint8Array },
): Buffer {
  const { isVerified, counter, attested } = options;
  const bits = flags.present | (isVerified ? flags.verified : 0) | (attested ? flags.attested : 0);
  const count = Buffer.alloc(4);
  count.writeUInt32BE(counter);
  return Buffer.concat([
    createHash("sha256").update(rpId).digest(),
    Buffer.from([bits]),
    count,
    attested ?? new Uint8Array(),
  ]);
}

/** The public key as COSE (RFC 9052), in CBOR. */
async function coseKey(key: CryptoKey): Promise<Buffer> {
  const { x, y } = await crypto.subtle.exportKey("jwk", key);
  const point = (part: string | undefined) => bytes(Buffer.from(part!, "base64url"));
  return Buffer.concat([
    ...[Buffer.from([0xa5, 1, 2, 3, 0x26, 0x20, 1, 0x21]), point(x)],
    ...[Buffer.from([0x22]), point(y)],
  ]);
}

/** CBOR (RFC 8949) of a text and of bytes. */
function text(value: string): Buffer {
  return Buffer.concat([head(0x60, value.length), Buffer.from(value)]);
}

function bytes(value: Uint8Array): Buffer {
  return Buffer.concat([head(0x40, value.length), value]);
}

function head(type: number, length: number): Buffer {
  if (length < 24) return Buffer.from([type | length]);
  return Buffer.from(length < 256 ? [type | 24, length] : [type | 25, length >> 8, length & 255]);
}

/** ECDSA's two numbers in DER, as authenticators send them. */
function derOf(plain: Buffer): Buffer {
  const parts = [plain.subarray(0, 32), plain.subarray(32)].map((half) => {
    const first = half.findIndex((byte) => byte !== 0);
    const short = half.subarray(first < 0 ? 31 : first);
    const number = short[0]! & 128 ? Buffer.concat([Buffer.from([0]), short]) : short;
    return Buffer.concat([Buffer.from([2, number.length]), number]);
  });
  const body = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([0x30, body.length]), body]);
}
