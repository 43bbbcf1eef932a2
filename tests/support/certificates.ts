/**
 * Certificates of a certificate authority that exists for one test process only, good ones and bad
 * ones. Receivers under test serve them; a sender under test trusts the authority by
 * {@link authorityPem} (the `ca` of a request) or by {@link authorityFile} (a whole process).
 */
import { Buffer } from "node:buffer";
import { generateKeyPairSync, randomBytes } from "node:crypto";
import { isIP } from "node:net";
import forge from "node-forge";

/** A certificate and its private key, both PEM. */
export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

interface CertificateOptions {
  /** Host names and IP addresses that it is for; those of this machine unless told. */
  names?: string[];
  /** The issuer: this process's authority, an untrusted one, or the certificate itself. */
  signedBy?: "authority" | "stranger" | "itself";
  /** Days until it ends: 30 unless told, below 0 for one that is over. */
  days?: number;
}

interface Issuer extends Certificate {
  readonly name: string;
}

const LOCAL_NAMES = ["localhost", "127.0.0.1", "::1"];
const DAY_MS = 86_400_000;
const usualDays = 30;
const cache = new Map<string, unknown>();

/** The certificate of this process's authority, PEM: what a client is given to trust. */
export function authorityPem(): string {
  return authority("Relevo test authority").cert;
}

/**
 * The same in a temporary file, for a child process: `NODE_EXTRA_CA_CERTS=<path>` makes its
 * `node:https` trust the authority beside the public ones. The caller removes the file.
 */
export async function authorityFile(): Promise<string> {
  const path = await Deno.makeTempFile({ prefix: "relevo-ca-", suffix: ".pem" });
  await Deno.writeTextFile(path, authorityPem());
  return path;
}

/** A server certificate, made once per process for the same options. */
export function certificateFor(options: CertificateOptions = {}): Certificate {
  const { names = LOCAL_NAMES, signedBy = "authority", days = usualDays } = options;
  return once(`leaf ${signedBy} ${days} ${names.join()}`, () => leaf(names, signedBy, days));
}

function authority(name: string): Issuer {
  return once(name, () => {
    const key = newKey();
    const cert = blank(name, key);
    cert.setIssuer(cert.subject.attributes);
    cert.setExtensions([
      { name: "basicConstraints", cA: true, critical: true },
      { name: "keyUsage", keyCertSign: true, cRLSign: true, critical: true },
      { name: "subjectKeyIdentifier" },
    ]);
    return { name, key, cert: signed(cert, key) };
  });
}

function leaf(
  names: string[],
  signedBy: CertificateOptions["signedBy"],
  days: number,
): Certificate {
  const key = newKey();
  const cert = blank(names[0]!, key, days);
  cert.setExtensions([
    { name: "basicConstraints", cA: false },
    { name: "keyUsage", digitalSignature: true, keyEncipherment: true, critical: true },
    { name: "extKeyUsage", serverAuth: true },
    { name: "subjectAltName", altNames: names.map(alternativeName) },
  ]);
  if (signedBy === "itself") {
    cert.setIssuer(cert.subject.attributes);
    return { key, cert: signed(cert, key) };
  }
  const issuer = authority(
    signedBy === "stranger" ? "Relevo strange authority" : "Relevo test authority",
  );
  cert.setIssuer(commonName(issuer.name));
  return { key, cert: signed(cert, issuer.key) };
}

function blank(name: string, key: string, days = usualDays): forge.pki.Certificate {
  const cert = forge.pki.createCertificate();
  const { n, e } = forge.pki.privateKeyFromPem(key);
  cert.publicKey = forge.pki.setRsaPublicKey(n, e);
  // A leading zero byte would be a second spelling of the number, a high bit a negative one.
  cert.serialNumber = `4${randomBytes(15).toString("hex")}f`;
  cert.validity.notBefore = new Date(Date.now() + (Math.min(days, 0) - 1) * DAY_MS);
  cert.validity.notAfter = new Date(Date.now() + days * DAY_MS);
  cert.setSubject(commonName(name));
  return cert;
}

function signed(cert: forge.pki.Certificate, issuerKey: string): string {
  cert.sign(forge.pki.privateKeyFromPem(issuerKey), forge.md.sha256.create());
  return forge.pki.certificateToPem(cert);
}

function commonName(value: string): forge.pki.CertificateField[] {
  return [{ name: "commonName", value }];
}

/** RFC 5280, section 4.2.1.6: 2 is a DNS name, 7 an IP address. */
function alternativeName(name: string): { type: 2; value: string } | { type: 7; ip: string } {
  return isIP(name) ? { type: 7, ip: name } : { type: 2, value: name };
}

/** PEM of a new RSA key. By node:crypto: forge makes its own in JavaScript, in seconds. */
function newKey(): string {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  return Buffer.from(privateKey.export({ type: "pkcs1", format: "pem" })).toString();
}

function once<T>(key: string, make: () => T): T {
  if (!cache.has(key)) cache.set(key, make());
  return cache.get(key) as T;
}
