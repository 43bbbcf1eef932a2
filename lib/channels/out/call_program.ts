import { Buffer } from "node:buffer";
import type { FileLinks } from "@/lib/files/links.ts";
import type { Nets, Resolve } from "@/lib/outbound/addresses.ts";
import { post, type PostResult } from "@/lib/outbound/outbound.ts";
import { signBody, signWebhook } from "@/lib/outbound/signature.ts";
import type { Gate } from "@/lib/tools/hold.ts";
import { version } from "@/lib/tools/version.ts";
import type { Payload } from "@/lib/channels/out/payload.ts";
import { currentMs } from "@/lib/tools/clock.ts";

export interface Network {
  allow: Nets;
  gate: Gate;
  lookup: Resolve;
}

interface ProgramCall {
  /** The same on every attempt. */
  id: string;
  companyId: number;
  url: string;
  /** `whsec_…` */
  secret: string;
  attempt: number;
  body: unknown;
}

/** Signed afresh: Standard Webhooks by the secret's bytes, our own form by its text. */
export function callProgram(
  { id, companyId, url, secret, attempt, body: payload }: ProgramCall,
  network: Network,
  signal?: AbortSignal,
): Promise<PostResult> {
  const body = new TextEncoder().encode(JSON.stringify(payload));
  const timestamp = Math.floor(currentMs() / 1000);
  const bytes = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  return post({
    url,
    body,
    headers: {
      "Content-Type": "application/json",
      "User-Agent": `Relevo/${version}`,
      "X-Service-Signature": signBody(new TextEncoder().encode(secret), body),
      "X-Service-Attempt": String(attempt),
      "webhook-id": id,
      "webhook-timestamp": String(timestamp),
      "webhook-signature": signWebhook(bytes, { id, timestamp, body }),
    },
    ...network,
    companyId,
    signal,
  });
}

/** The payload with addresses of its files that are good for an hour from now. */
export function withLinks(
  { files, mail: _mail, meta: _meta, notificationId: _, ...payload }: Payload,
  companyId: number,
  links: FileLinks,
) {
  const linked = files.map((file) => ({ ...file, url: links.urlOf({ companyId, id: file.id }) }));
  return { ...payload, files: linked };
}
