import { importJWK, SignJWT } from "jose";
import type { VapidKeys } from "@/lib/notify/push/vapid.ts";
import { currentMs } from "@/lib/tools/clock.ts";

// A token may live 24 h (RFC 8292, section 2), by the service's clock.
const validMs = 12 * 3_600_000;
const renewBeforeMs = 3_600_000;

interface Token {
  until: number;
  header: Promise<string>;
}

/** Identifies the caller to push services (RFC 8292); one token serves a service for hours. */
export class VapidTokens {
  #tokens = new Map<string, Token>();

  /** @param subject a mailto: or https: address @param now milliseconds since 1970 (tests) */
  constructor(
    private readonly keys: VapidKeys,
    private readonly subject: string,
    private readonly now: () => number = currentMs,
  ) {}

  authorization(endpoint: string): Promise<string> {
    const { origin } = new URL(endpoint);
    const token = this.#tokens.get(origin);
    if (token && token.until - renewBeforeMs > this.now()) return token.header;
    const until = this.now() + validMs;
    const header = this.#sign(origin, until);
    this.#tokens.set(origin, { until, header });
    header.catch(() => this.#tokens.delete(origin));
    return header;
  }

  async #sign(audience: string, until: number): Promise<string> {
    const { privateKey, publicKey } = this.keys;
    const token = await new SignJWT({})
      .setProtectedHeader({ typ: "JWT", alg: "ES256" })
      .setAudience(audience).setSubject(this.subject).setExpirationTime(Math.floor(until / 1000))
      .sign(await importJWK(privateKey, "ES256"));
    return `vapid t=${token}, k=${publicKey}`;
  }
}
