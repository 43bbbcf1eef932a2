import { problem } from "@/lib/input/errors.ts";
import {
  addressesOf,
  type MailNetwork,
  type MailServer,
  withEvenRefusal,
} from "@/lib/channels/email/network.ts";
import { MailFailure } from "@/lib/channels/email/failure.ts";
import { serverRefusalWords } from "@/lib/channels/email/words.ts";
import type { Lookups } from "@/lib/outbound/lookups.ts";
import type { Text } from "@/lib/words/language.ts";

interface Hosts {
  mailNetwork: MailNetwork;
  names: Lookups;
}

type Servers = { imap?: MailServer; smtp?: MailServer };

/** Returns the servers that a change affects, as they would be. */
export function changedServers(
  before: object,
  changes: { imap?: Partial<MailServer>; smtp?: Partial<MailServer> } | undefined,
): Servers {
  if (!("imap" in before)) return {};
  const { imap, smtp } = before as Required<Servers>;
  return {
    ...(changes?.imap ? { imap: { ...imap, ...changes.imap } } : {}),
    ...(changes?.smtp ? { smtp: { ...smtp, ...changes.smtp } } : {}),
  };
}

const withinMs = 1_000;

/** Tells early what dialling would refuse. Hold no transaction. @throws Problem host_refused */
export async function checkServers(
  { mailNetwork, names }: Hosts,
  companyId: number,
  servers: Servers,
): Promise<void> {
  const lookup = async (name: string) => await names.findWithin(withinMs, name, companyId) ?? [];
  const network = { ...mailNetwork, lookup };
  const fields: Record<string, Text> = {};
  await Promise.all((["imap", "smtp"] as const).map(async (protocol) => {
    const server = servers[protocol];
    if (!server) return;
    try {
      await withEvenRefusal(() => addressesOf(network, server, protocol, companyId));
    } catch (error) {
      const outcome = error instanceof MailFailure ? error.outcome : undefined;
      if (outcome !== "refused_address" && outcome !== "port_not_allowed") throw error;
      const place = `settings.${protocol}`;
      if (outcome === "port_not_allowed") {
        fields[`${place}.port`] = serverRefusalWords.port_not_allowed;
      } else if (server.security === "none") {
        fields[`${place}.security`] = serverRefusalWords.plain;
      } else fields[`${place}.host`] = serverRefusalWords.not_public;
    }
  }));
  if (Object.keys(fields).length > 0) throw problem("host_refused", { fields });
}
