/** What is looked at over the network: the operator's own addresses, and the push services. */
import { connect } from "node:net";
import { failure, type Finding, ok, reasonOf, skipped, warning } from "@/lib/doctor/check.ts";
import { networkWords as words } from "@/lib/doctor/network_words.ts";
import { KeySet } from "@/lib/access/gateway/key_set.ts";
import type { ProxyView } from "@/lib/http/serving/proxy_probes.ts";
import { isPushEndpoint } from "@/lib/notify/push/push_hosts.ts";
import type { Config } from "@/lib/service/config.ts";
import { readCertificate } from "@/lib/status/certificate.ts";
import { certificateSeconds } from "@/lib/status/limits.ts";
import { askOwner } from "@/lib/service/control/client.ts";

const callMs = 5_000;
/** So many processes may take turns behind a gateway until a call comes to this one. */
const mostProcesses = 16;

/** An address of the documentation (RFC 5737), which nobody has. */
const feignedAddress = "203.0.113.77";
const usualHeader = "X-Forwarded-For";

/** Hosts of the push services of Chrome, Firefox and Safari. */
const pushHosts = [
  "fcm.googleapis.com",
  "updates.push.services.mozilla.com",
  "web.push.apple.com",
];

interface Means {
  config: Config;
  /** The build of this folder; null where nothing is built. */
  build: string | null;
  /** A process runs on DATA_DIR. */
  isRunning: boolean;
}

export async function checkPublicUrl({ config, build, isRunning }: Means): Promise<Finding> {
  const { publicUrl } = config;
  const { publicUrl: text } = words;
  if (!isRunning) return skipped(words.notRunning);
  const answer = await askHealth(publicUrl);
  if ("reason" in answer) return failure(text.away(publicUrl, answer.reason), text.openWay);
  if (!answer.isRelevo) return failure(text.other(publicUrl), text.pointProxy);
  if (!isSecure(publicUrl)) return warning(text.unencrypted(publicUrl), text.useHttps);
  if (build && answer.build && answer.build !== build) {
    return warning(text.otherBuild(publicUrl), text.restart);
  }
  return ok(text.own(publicUrl));
}

type Health = { reason: string } | { isRelevo: boolean; build: string | null };

async function askHealth(publicUrl: string, init: RequestInit = {}, query = ""): Promise<Health> {
  try {
    const signal = AbortSignal.timeout(callMs);
    const url = `${publicUrl}/healthz${query}`;
    const response = await fetch(url, { ...init, redirect: "manual", signal });
    const body = await response.json().catch(() => null);
    const { status, build = null } = body?.data ?? {};
    return { isRelevo: response.ok && status === "up", build };
  } catch (error) {
    return { reason: reasonOf(error) };
  }
}

function isSecure(publicUrl: string): boolean {
  const { protocol, hostname } = new URL(publicUrl);
  return protocol === "https:" || /^(localhost|.*\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/
    .test(hostname);
}

export async function checkCertificate({ publicUrl }: Config): Promise<Finding> {
  const { certificate: text } = words;
  const url = new URL(publicUrl);
  if (url.protocol !== "https:") return skipped(text.none);
  const certificate = await readCertificate(url);
  if (!certificate) return skipped(text.unread);
  const { endsAt, refusal } = certificate;
  if (refusal) return failure(text.wrong(refusal), text.renew);
  const saw = text.ends(endsAt.toISOString().slice(0, 10));
  const isNear = endsAt.getTime() < Date.now() + certificateSeconds * 1_000;
  return isNear ? warning(saw, text.renew) : ok(saw);
}

/** Calls through the proxy as somebody who feigns an address, and asks the app what it saw. */
export async function checkProxy({ config, isRunning }: Means): Promise<Finding> {
  const { publicUrl, clientIpHeader, dataDir } = config;
  if (!isRunning) return skipped(words.notRunning);
  const header = clientIpHeader ?? usualHeader;
  for (let turn = 0; turn < mostProcesses; turn++) {
    const { id } = await askOwner<{ id: string }>(dataDir, "/open-probe");
    const init = { headers: { [header]: feignedAddress } };
    const answer = await askHealth(publicUrl, init, `?probe=${id}`);
    const view = await askOwner<ProxyView | null>(dataDir, "/close-probe", { id });
    if (view) return proxyFinding(view, config, header);
    if ("reason" in answer || !answer.isRelevo) break;
  }
  return skipped(words.proxy.missed);
}

function proxyFinding(view: ProxyView, { clientIpHeader }: Config, header: string): Finding {
  const { proxy: text } = words;
  if (view.address === feignedAddress) return failure(text.forged(header), text.overwrite(header));
  if (clientIpHeader && !view.hasHeader) {
    return failure(text.withoutHeader(header), text.write(header));
  }
  if (!clientIpHeader && view.socket && isOwnNetwork(view.socket)) {
    return warning(text.unnamed(view.socket), text.name);
  }
  return ok(text.ownAddress);
}

function isOwnNetwork(address: string): boolean {
  return /^(127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|::1$|f[cd])/i.test(address);
}

export async function checkGateway({ gateway }: Config): Promise<Finding> {
  const { gateway: text } = words;
  const missing = [
    !gateway && "GATEWAY_JWKS_URL",
    !gateway?.audience?.length && "GATEWAY_AUDIENCE",
  ].filter(Boolean);
  if (!gateway || missing.length > 0) {
    return failure(text.missing(missing.join(", ")), text.choose);
  }
  const keys = new KeySet({ jwksUrl: gateway.jwksUrl, timeoutMs: callMs }, Date.now);
  try {
    await keys.current();
    return ok(text.keys(gateway.jwksUrl));
  } catch (error) {
    return failure(
      text.away(gateway.jwksUrl, reasonOf((error as Error).cause ?? error)),
      text.start,
    );
  } finally {
    await keys.close();
  }
}

export async function checkPush({ pushHosts: allowed }: Config): Promise<Finding> {
  const hosts = pushHosts.filter((host) => isPushEndpoint(`https://${host}/`, allowed));
  if (hosts.length === 0) return skipped(words.push.none);
  const answers = await Promise.all(hosts.map(async (host) => ({ host, does: await dials(host) })));
  const silent = answers.filter(({ does }) => !does).map(({ host }) => host);
  if (silent.length === 0) return ok(words.push.open);
  return warning(words.push.closed(silent.join(", ")), words.push.openPort);
}

function dials(host: string): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const socket = connect({ host, port: 443, timeout: callMs });
  const end = (does: boolean) => {
    socket.destroy();
    resolve(does);
  };
  socket.once("connect", () => end(true)).once("timeout", () => end(false))
    .once("error", () => end(false));
  return promise;
}
