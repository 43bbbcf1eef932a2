import { findExchanges } from "@/lib/channels/email/discover.ts";
import type { MailNetwork } from "@/lib/channels/email/network.ts";
import { parseNets, type Resolve } from "@/lib/outbound/addresses.ts";
import { systemResolve } from "@/lib/outbound/guarded_sockets.ts";
import { Lookups } from "@/lib/outbound/lookups.ts";
import type { Config } from "@/lib/service/config.ts";
import type { Gate } from "@/lib/tools/hold.ts";

export type Outbound = ReturnType<typeof openOutbound>;

export interface OutboundGiven {
  mailCa?: string;
  exchanges?: MailNetwork["exchanges"];
  resolve?: Resolve;
}

/** The guarded ways out: to the receivers of callbacks, to mail servers and to Meta. */
export function openOutbound(
  { callbackAllowNets, channelAllowNets, graph: { url, instagramUrl, mediaHosts } }: Config,
  gate: Gate,
  { mailCa, exchanges = findExchanges, resolve = systemResolve }: OutboundGiven,
) {
  const names = new Lookups(resolve);
  const callbackAllow = parseNets(callbackAllowNets);
  const mailAllow = parseNets(channelAllowNets);
  const network = { allow: callbackAllow, gate, lookup: names.find };
  const mailNetwork = { allow: mailAllow, gate, lookup: names.find, ca: mailCa, exchanges };
  const graphNetwork = { url, instagramUrl, allow: mailAllow, gate, lookup: names.find };
  return { names, callbackAllow, network, mailNetwork, graphNetwork, mediaHosts };
}
