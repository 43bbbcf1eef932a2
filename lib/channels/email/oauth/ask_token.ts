import { decodeJwt } from "jose";
import * as z from "zod";
import type { MailNetwork } from "@/lib/channels/email/network.ts";
import { detailFrom, MailFailure } from "@/lib/channels/email/failure.ts";
import {
  endpointsOf,
  type OAuth,
  type OAuthProvider,
} from "@/lib/channels/email/oauth/provider.ts";
import { post } from "@/lib/outbound/outbound.ts";

export interface Tokens {
  accessToken: string;
  expiresInMs: number;
  /** A new refresh token, where the provider issued one. */
  refreshToken?: string;
  /** Address of the mailbox, at a first sign-in. */
  address?: string;
}

const answer = z.object({
  access_token: z.string().min(1).max(10_000),
  expires_in: z.coerce.number().min(0).default(3_600),
  refresh_token: z.string().min(1).max(10_000).optional(),
  id_token: z.string().optional(),
});
const refusal = z.object({ error: z.string(), error_description: z.string().optional() });

const mostBytes = 65_536;

/**
 * Asks a provider's token endpoint (RFC 6749, sections 4.1.3 and 6).
 * @throws MailFailure `login` where it refuses, else what kept the answer away
 */
export async function askToken(
  oauth: OAuth,
  provider: OAuthProvider,
  grant: Record<string, string>,
  { network, companyId }: { network: MailNetwork; companyId: number },
): Promise<Tokens> {
  const { id, secret } = oauth.clients[provider] ?? { id: "", secret: "" };
  const result = await post({
    url: endpointsOf(oauth, provider).tokenUrl,
    headers: { "content-type": "application/x-www-form-urlencoded", accept: "application/json" },
    body: new TextEncoder().encode(
      String(new URLSearchParams({ ...grant, client_id: id, client_secret: secret })),
    ),
    allow: network.allow,
    gate: network.gate,
    lookup: network.lookup,
    ca: network.ca,
    companyId,
    maxAnswerBytes: mostBytes,
  });
  if (result.outcome !== "status") throw new MailFailure(result.outcome);
  const body = parsed(result.answer);
  const reply = answer.safeParse(body);
  if (result.status === 200 && reply.success) return toTokens(reply.data);
  const refused = refusal.safeParse(body).data;
  const why = detailFrom(refused && [refused.error, refused.error_description].join(" "));
  // Anything but a clear refusal may pass.
  const isRefused = refused && result.status >= 400 && result.status < 500;
  throw new MailFailure(isRefused ? "login" : "protocol", why);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function toTokens(reply: z.output<typeof answer>): Tokens {
  const address = reply.id_token === undefined ? undefined : addressIn(reply.id_token);
  return {
    accessToken: reply.access_token,
    expiresInMs: reply.expires_in * 1_000,
    ...(reply.refresh_token ? { refreshToken: reply.refresh_token } : {}),
    ...(address ? { address } : {}),
  };
}

/** It came from the provider itself by TLS: OpenID Connect Core 3.1.3.7 asks for no signature then. */
function addressIn(idToken: string): string | undefined {
  try {
    const { email, preferred_username, upn } = decodeJwt(idToken);
    return [email, preferred_username, upn].find((one): one is string =>
      typeof one === "string" && /^[^@\s]+@[^@\s]+$/.test(one)
    )?.toLowerCase();
  } catch {
    return undefined;
  }
}
