/** Web Push encryption (RFC 8291) in one aes128gcm record (RFC 8188), off this thread. */

export interface BrowserKeys {
  p256dh: Uint8Array;
  auth: Uint8Array;
}

interface Fresh {
  sender: CryptoKeyPair;
  salt: Uint8Array<ArrayBuffer>;
}

const recordSize = 4_096;
/** The header with the sender's key, the delimiter of the last record, and the tag. */
const overhead = 21 + 65 + 1 + 16;

/** The largest text that fits in the 4,096 bytes that every push service takes. */
export const maxPlaintext = recordSize - overhead;

const curve = { name: "ECDH", namedCurve: "P-256" };
const utf8 = new TextEncoder();

/** @param fresh only for the test of the RFC's own example */
export async function encrypt(
  plaintext: Uint8Array,
  browser: BrowserKeys,
  fresh?: Fresh,
): Promise<Uint8Array> {
  const { sender, salt } = fresh ?? await makeFresh();
  const publicKey = new Uint8Array(await crypto.subtle.exportKey("raw", sender.publicKey));
  const secret = await agree(sender.privateKey, browser.p256dh);
  const keyInfo = joined(utf8.encode("WebPush: info\0"), browser.p256dh, publicKey);
  const ikm = await derive(secret, browser.auth, keyInfo, 32);
  const key = await derive(ikm, salt, utf8.encode("Content-Encoding: aes128gcm\0"), 16);
  const nonce = await derive(ikm, salt, utf8.encode("Content-Encoding: nonce\0"), 12);
  const aes = await crypto.subtle.importKey("raw", key, "AES-GCM", false, ["encrypt"]);
  // The 2 marks the last record (RFC 8188, section 2).
  const record = joined(plaintext, new Uint8Array([2]));
  const sealed = await crypto.subtle.encrypt({ name: "AES-GCM", iv: nonce }, aes, record);
  return joined(salt, sizes(publicKey.length), publicKey, new Uint8Array(sealed));
}

/** Whether messages can be encrypted to it: a point that is not on the curve cannot be used. */
export async function isUsableKey(p256dh: Uint8Array): Promise<boolean> {
  try {
    await agree((await makeFresh()).sender.privateKey, p256dh);
    return true;
  } catch {
    return false;
  }
}

async function makeFresh(): Promise<Fresh> {
  const sender = await crypto.subtle.generateKey(curve, true, ["deriveBits"]) as CryptoKeyPair;
  return { sender, salt: crypto.getRandomValues(new Uint8Array(16)) };
}

async function agree(privateKey: CryptoKey, point: Uint8Array): Promise<ArrayBuffer> {
  const other = await crypto.subtle.importKey("raw", point.slice(), curve, false, []);
  return await crypto.subtle.deriveBits({ name: "ECDH", public: other }, privateKey, 256);
}

async function derive(
  secret: ArrayBuffer,
  salt: Uint8Array,
  info: Uint8Array<ArrayBuffer>,
  bytes: number,
): Promise<ArrayBuffer> {
  const key = await crypto.subtle.importKey("raw", secret, "HKDF", false, ["deriveBits"]);
  const hkdf = { name: "HKDF", hash: "SHA-256", salt: salt.slice(), info };
  return await crypto.subtle.deriveBits(hkdf, key, bytes * 8);
}

function sizes(keyLength: number): Uint8Array {
  const bytes = new Uint8Array(5);
  new DataView(bytes.buffer).setUint32(0, recordSize);
  bytes[4] = keyLength;
  return bytes;
}

function joined(...parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
