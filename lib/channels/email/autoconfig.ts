import type { Security } from "@/lib/channels/accounts/email_settings.ts";

/** Mail servers of a domain, read from its Mozilla autoconfig file (version 1.1). */

export interface FoundServer {
  host: string;
  port: number;
  security: Security;
  user: string;
}

const securities: Record<string, Security> = { SSL: "tls", STARTTLS: "starttls" };

export function readAutoconfig(
  xml: string,
  address: string,
): { imap: FoundServer; smtp: FoundServer } | undefined {
  const imap = serverIn(xml, "incomingServer", "imap", address);
  const smtp = serverIn(xml, "outgoingServer", "smtp", address);
  return imap && smtp && { imap, smtp };
}

function serverIn(
  xml: string,
  tag: string,
  type: string,
  address: string,
): FoundServer | undefined {
  const blocks = xml.matchAll(new RegExp(`<${tag}\\b([^>]{0,200})>([^]{0,5000}?)</${tag}>`, "gi"));
  for (const [, attributes, block] of blocks) {
    if (!new RegExp(`type\\s*=\\s*["']${type}["']`, "i").test(attributes!)) continue;
    const [host, port, socket, user] = ["hostname", "port", "socketType", "username"].map((name) =>
      new RegExp(`<${name}>\\s*([^<]{1,253}?)\\s*</${name}>`, "i").exec(block!)?.[1]
    );
    const security = securities[socket?.toUpperCase() ?? ""];
    const isName = /^[a-z\d]([a-z\d.-]*[a-z\d])?$/i.test(host ?? "");
    if (!security || !isName || !/^\d{1,5}$/.test(port ?? "")) continue;
    return {
      host: host!.toLowerCase(),
      port: Number(port),
      security,
      user: filled(user ?? "%EMAILADDRESS%", address),
    };
  }
  return undefined;
}

function filled(user: string, address: string): string {
  const at = address.lastIndexOf("@");
  return user.replaceAll("%EMAILADDRESS%", address)
    .replaceAll("%EMAILLOCALPART%", address.slice(0, at))
    .replaceAll("%EMAILDOMAIN%", address.slice(at + 1));
}
