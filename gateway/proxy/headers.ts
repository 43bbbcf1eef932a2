/** The headers of a forwarded request and of its answer (RFC 9110, 7.6.1). */
import type { IncomingMessage } from "node:http";
import { requestIdOf } from "@/gateway/http/request.ts";

const HOP_BY_HOP = new Set([
  "connection",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

// "Connection: content-length" must not remove the framing that the app relies on.
const KEPT_ALWAYS = new Set(["host", "content-length"]);

export type HeaderList = [name: string, value: string][];

/** Headers and facts that the gateway sets in place of the caller's own. */
export interface Forwarder {
  /** Header with the identity; removed from incoming requests. */
  identityHeader: string;
  /** Names of the gateway's own cookies; never forwarded. */
  ownCookies: readonly string[];
  /** Header for the caller's address, beside X-Forwarded-For. */
  addressHeader?: string;
  address: string;
  protocol: "http" | "https";
}

export function requestHeaders(incoming: IncomingMessage, forwarder: Forwarder): HeaderList {
  const headers = endToEnd(incoming.rawHeaders)
    .filter(([name]) => !isReplaced(name, forwarder))
    .map(([name, value]): [string, string] =>
      /^cookie$/i.test(name) ? [name, withoutCookies(value, forwarder.ownCookies)] : [name, value]
    )
    .filter(([, value]) => value !== "");
  const { addressHeader = "X-Forwarded-For" } = forwarder;
  const isUsual = /^x-forwarded-for$/i.test(addressHeader);
  const named = isUsual ? [addressHeader] : [addressHeader, "X-Forwarded-For"];
  return [
    ...framed(headers, incoming),
    ...named.map((name): [string, string] => [name, forwarder.address]),
    ["X-Request-Id", requestIdOf(incoming)],
    ["X-Forwarded-Proto", forwarder.protocol],
    ["X-Forwarded-Host", incoming.headers.host ?? ""],
  ];
}

function framed(headers: HeaderList, incoming: IncomingMessage): HeaderList {
  if (!incoming.headers["transfer-encoding"]) return headers;
  const unframed = headers.filter(([name]) => !/^content-length$/i.test(name));
  return [...unframed, ["Transfer-Encoding", "chunked"]];
}

/** Headers that only this gateway may set: the caller's identity and address, the request's id. */
function isReplaced(name: string, { identityHeader, addressHeader }: Forwarder): boolean {
  const lower = name.toLowerCase();
  // Some servers read an underscore as a hyphen.
  const plain = lower.replaceAll("_", "-");
  return plain === identityHeader.toLowerCase() || plain === addressHeader?.toLowerCase() ||
    isForwarding(plain) || plain === "x-request-id" || lower === "expect";
}

/** Whether the header is one by which proxies name the client they forward for. */
function isForwarding(name: string): boolean {
  return /^(x-forwarded-.*|forwarded|x-real-ip|(cf-connecting|true-client|x-client)-ip)$/i
    .test(name);
}

function withoutCookies(value: string, own: readonly string[]): string {
  return value.split(";").map((pair) => pair.trim())
    .filter((pair) => !own.includes(pair.split("=")[0]!.trim())).join("; ");
}

/** A message's end-to-end headers, without hop-by-hop ones. */
export function endToEnd(raw: string[]): HeaderList {
  const list: HeaderList = [];
  for (let i = 0; i + 1 < raw.length; i += 2) list.push([raw[i]!, raw[i + 1]!]);
  const named = list.filter(([name]) => /^connection$/i.test(name))
    .flatMap(([, value]) => value.toLowerCase().split(",").map((token) => token.trim()));
  const dropped = new Set([...HOP_BY_HOP, ...named.filter((name) => !KEPT_ALWAYS.has(name))]);
  return list.filter(([name]) => !dropped.has(name.toLowerCase()));
}

/** Node takes repeated headers (Set-Cookie) as an array under one name. */
export function grouped(list: HeaderList): Record<string, string | string[]> {
  const byName = new Map<string, { name: string; values: string[] }>();
  for (const [name, value] of list) {
    const entry = byName.get(name.toLowerCase()) ?? { name, values: [] };
    entry.values.push(value);
    byName.set(name.toLowerCase(), entry);
  }
  return Object.fromEntries(
    [...byName.values()].map((
      { name, values },
    ) => [name, values.length === 1 ? values[0]! : values]),
  );
}
