import { Buffer } from "node:buffer";
import { findGraphCaller } from "@/lib/channels/meta/graph/callers.ts";
import { callGraph, type GraphNetwork } from "@/lib/channels/meta/graph/graph.ts";
import { isMediaHost } from "@/lib/channels/meta/graph/media_hosts.ts";
import { fileAddressIn, numberIn, textIn } from "@/lib/channels/meta/untyped.ts";
import type { LeasedFetch } from "@/lib/channels/meta/files/fetches.ts";
import type { LeftOutReason } from "@/lib/values/left_out.ts";
import type { Db } from "@/lib/db/connection.ts";
import { maxFileBytes } from "@/lib/files/limits.ts";
import { hasNotBegun } from "@/lib/outbound/outbound.ts";
import { fetchFile } from "@/lib/outbound/fetch_file.ts";
import type { SecretCipher } from "@/lib/secrets/secret_cipher.ts";

export interface MediaMeans {
  db: Db;
  cipher: SecretCipher | null;
  network: GraphNetwork;
  mediaHosts: readonly string[];
}

interface Wanted {
  room: number;
  keep(bytes: Uint8Array): Promise<void>;
  signal: AbortSignal;
}

export type MediaOutcome =
  | { kind: "whole"; size: number }
  | { kind: "left_out"; reason: LeftOutReason; why: string }
  | { kind: "later"; why: string; retryAfter?: string }
  | { kind: "aborted" };

interface Place {
  url: string;
  token: string | null;
  /** Base64, or hex as Meta's answers have it. */
  sha256: string | null;
  size: number | null;
}

/** Fetches the media of a message from where Meta has it. @throws what `keep` throws, SecretLost */
export async function fetchMedia(
  means: MediaMeans,
  fetch: LeasedFetch,
  { room, keep, signal }: Wanted,
): Promise<MediaOutcome> {
  const place = await findPlace(means, fetch, signal);
  if ("kind" in place) return place;
  const { url, token, size } = place;
  const maxBytes = Math.min(room, maxFileBytes);
  if (size !== null && size > maxBytes) return tooLarge(size, maxBytes);
  const { network: { allow, gate, lookup, ca }, mediaHosts } = means;
  const result = await fetchFile({
    url,
    isAllowed: (host) => isMediaHost(host, mediaHosts),
    headers: token === null ? {} : { Authorization: `Bearer ${token}` },
    ...{ allow, gate, lookup, ca, maxBytes, keep, signal },
    companyId: fetch.companyId,
  });
  switch (result.outcome) {
    case "aborted":
    case "held":
      return { kind: "aborted" };
    case "status":
      return { kind: "later", why: `status ${result.status}`, retryAfter: result.retryAfter };
    case "too_large":
      return tooLarge(result.size, maxBytes);
    case "refused_host":
      return { kind: "left_out", reason: "unreachable", why: "refused_host" };
    case "whole":
      break;
    default:
      return { kind: "later", why: result.outcome };
  }
  if (result.size === 0) return { kind: "left_out", reason: "empty", why: "empty" };
  const expected = fetch.source.sha256 ?? place.sha256;
  if (expected !== null && !isHash(expected, result.sha256)) return { kind: "later", why: "hash" };
  return { kind: "whole", size: result.size };
}

/** WhatsApp's media have an address for minutes, which is asked for by their id. */
async function findPlace(
  { db, cipher, network }: MediaMeans,
  { companyId, accountId, kind, source: { mediaId, url, isOpen } }: LeasedFetch,
  signal: AbortSignal,
): Promise<Place | MediaOutcome> {
  if (kind !== "whatsapp" || isOpen) {
    if (url !== null) return { url, token: null, sha256: null, size: null };
    return { kind: "left_out", reason: "unreachable", why: "no address" };
  }
  const caller = cipher && await findGraphCaller(db, cipher, { companyId, accountId });
  if (!caller) return { kind: "later", why: "no token" };
  const { token } = caller;
  if (mediaId === null) {
    if (url !== null) return { url, token, sha256: null, size: null };
    return { kind: "left_out", reason: "unreachable", why: "no address" };
  }
  const answer = await callGraph(network, caller, {
    path: `/${encodeURIComponent(mediaId)}`,
    signal,
  });
  if (answer.kind === "unreached") {
    return hasNotBegun(answer) ? { kind: "aborted" } : { kind: "later", why: answer.outcome };
  }
  if (answer.kind === "error") {
    return { kind: "later", why: `code ${answer.error.code}`, retryAfter: answer.retryAfter };
  }
  const address = answer.kind === "ok" ? fileAddressIn(answer.json.url) : null;
  if (answer.kind !== "ok" || address === null) return { kind: "later", why: "odd answer" };
  const { sha256, file_size } = answer.json;
  return {
    url: address,
    token,
    sha256: textIn(sha256, 100) || null,
    size: numberIn(file_size),
  };
}

function tooLarge(size: number | null, maxBytes: number): MediaOutcome {
  const isForAnybody = maxBytes === maxFileBytes || (size !== null && size > maxFileBytes);
  const reason = isForAnybody ? "too_large" : "no_room";
  return { kind: "left_out", reason, why: reason };
}

/** What is no SHA-256 at all proves nothing. */
function isHash(expected: string, actual: string): boolean {
  if (/^[\da-f]{64}$/i.test(expected)) {
    return Buffer.from(expected, "hex").toString("base64") === actual;
  }
  return expected === actual || Buffer.from(expected, "base64").length !== 32;
}
