import { createHmac } from "node:crypto";
import { objectIn, type Untyped } from "@/lib/channels/meta/untyped.ts";
import type { GraphError } from "@/lib/channels/meta/read/event.ts";
import { graphError } from "@/lib/channels/meta/read/graph_error.ts";
import type { Nets, Resolve } from "@/lib/outbound/addresses.ts";
import { post, type PostResult } from "@/lib/outbound/outbound.ts";
import type { Gate } from "@/lib/tools/hold.ts";
import { version } from "@/lib/tools/version.ts";

export interface GraphNetwork {
  /** Base of all calls but those of Instagram accounts that signed in at Instagram. */
  url: string;
  instagramUrl: string;
  allow: Nets;
  gate: Gate;
  lookup: Resolve;
  ca?: string;
}

export interface GraphCaller {
  companyId: number;
  token: string;
  /** Proves that the token is used by its app (`appsecret_proof`); null for an app's own token. */
  appSecret: string | null;
  api: "graph" | "instagram";
}

/** Who calls as an app itself ("App access tokens"). */
export function appCaller(companyId: number, appId: string, secret: string): GraphCaller {
  return { companyId, token: `${appId}|${secret}`, appSecret: null, api: "graph" };
}

export interface GraphCall {
  method?: "GET" | "POST" | "DELETE";
  /** Below the base, with a slash at its begin: `/me`. */
  path: string;
  query?: Record<string, string>;
  json?: object;
  form?: FormData;
  timeoutMs?: number;
  signal?: AbortSignal;
}

interface Timed {
  durationMs: number;
}

export type GraphAnswer =
  & Timed
  & (
    /** `version`: of the API that answered, such as `v25.0`. */
    | { kind: "ok"; status: number; json: Untyped; version: string | null }
    | { kind: "error"; status: number; error: GraphError; retryAfter?: string }
    /** An answer that is not Graph's: of something between, or cut. */
    | { kind: "odd"; status: number }
    /** No answer; `mayHaveLeft`: Meta may have the request all the same. */
    | {
      kind: "unreached";
      outcome: Exclude<PostResult["outcome"], "status">;
      mayHaveLeft: boolean;
    }
  );

const maxAnswerBytes = 1_000_000;

/** Makes one call, and never rejects. The token stands in the Authorization header alone. */
export async function callGraph(
  network: GraphNetwork,
  { companyId, token, appSecret, api }: GraphCaller,
  { method = "GET", path, query = {}, json, form, timeoutMs, signal }: GraphCall,
): Promise<GraphAnswer> {
  const url = new URL((api === "instagram" ? network.instagramUrl : network.url) + path);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  if (appSecret !== null) url.searchParams.set("appsecret_proof", proofOf(token, appSecret));
  const { type, bytes } = await bodyOf(json, form);
  const result = await post({
    url,
    method,
    headers: {
      Authorization: `Bearer ${token}`,
      Accept: "application/json",
      "User-Agent": `Relevo/${version}`,
      ...type && { "Content-Type": type },
    },
    body: bytes,
    allow: network.allow,
    gate: network.gate,
    lookup: network.lookup,
    ca: network.ca,
    companyId,
    maxAnswerBytes,
    readHeader: "facebook-api-version",
    timeoutMs,
    signal,
  });
  return answerOf(result);
}

/** HMAC-SHA256 of the token by the app's secret, in hex ("Secure Graph API calls"). */
export function proofOf(token: string, appSecret: string): string {
  return createHmac("sha256", appSecret).update(token).digest("hex");
}

async function bodyOf(json?: object, form?: FormData) {
  if (json) {
    return { type: "application/json", bytes: new TextEncoder().encode(JSON.stringify(json)) };
  }
  if (!form) return { type: null, bytes: new Uint8Array() };
  const response = new Response(form);
  return {
    type: response.headers.get("Content-Type"),
    bytes: new Uint8Array(await response.arrayBuffer()),
  };
}

function answerOf(result: PostResult): GraphAnswer {
  const { durationMs } = result;
  if (result.outcome !== "status") {
    const { outcome, mayHaveLeft = false } = result;
    return { kind: "unreached", outcome, mayHaveLeft, durationMs };
  }
  const { status, answer, header = null, retryAfter } = result;
  const json = read(answer);
  const error = objectIn(json?.error);
  if (error) {
    return { kind: "error", status, error: graphError(error), retryAfter, durationMs };
  }
  if (!json || status < 200 || status > 299) return { kind: "odd", status, durationMs };
  return { kind: "ok", status, json, version: header, durationMs };
}

function read(text: string): Untyped | null {
  try {
    return objectIn(JSON.parse(text));
  } catch {
    return null;
  }
}
