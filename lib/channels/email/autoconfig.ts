import type { Security } from "@/lib/channels/accounts/email_settings.ts";

/** Mail servers of a domain, read from its Mozilla autoconfig file (version 1.1). */

export interface FoundServer {
  host: string;
  port: number;
  security: Security;
  user: string;
}

const securities: Record<string, Security> = { SSL: "tls", STARTTLS: "starttls" };

const longest = 65_536;
const longestText = 253;

export function readAutoconfig(
  xml: string,
  address: string,
): { imap: FoundServer; smtp: FoundServer } | undefined {
  const servers = serversIn(xml.slice(0, longest));
  const [imap] = named(servers, "incomingserver", "imap", address);
  const [smtp] = named(servers, "outgoingserver", "smtp", address);
  return imap && smtp && { imap, smtp };
}

interface Server {
  tag: string;
  attributes: string;
  texts: Map<string, string>;
}

const tags = ["incomingserver", "outgoingserver"];

/** Reads elements one after the other. Text with others inside is none that is looked for. */
function serversIn(xml: string): Server[] {
  const servers: Server[] = [];
  let server: Server | undefined;
  let opened = "";
  for (const { name, attributes, before } of tagsIn(xml)) {
    if (tags.includes(name)) {
      servers.push(server = { tag: name, attributes, texts: new Map() });
    } else if (server && name === `/${server.tag}`) server = undefined;
    else if (server && name === `/${opened}` && !server.texts.has(opened)) {
      const text = before.trim();
      if (text && text.length <= longestText) server.texts.set(opened, text);
    }
    opened = attributes || name.startsWith("/") ? "" : name;
  }
  return servers;
}

interface Tag {
  name: string;
  attributes: string;
  /** The text in front of the tag. */
  before: string;
}

function* tagsIn(xml: string): Generator<Tag> {
  let from = 0;
  while (true) {
    const begin = xml.indexOf("<", from);
    const isComment = begin >= 0 && xml.startsWith("<!--", begin);
    const end = begin < 0 ? -1 : xml.indexOf(isComment ? "-->" : ">", begin);
    if (end < 0) return;
    const inside = xml.slice(begin + 1, end);
    const [name] = /^[^\s]*/.exec(inside)!;
    const attributes = inside.slice(name.length).trim();
    yield { name: isComment ? "" : name.toLowerCase(), attributes, before: xml.slice(from, begin) };
    from = isComment ? end + 3 : end + 1;
  }
}

function named(
  servers: readonly Server[],
  tag: string,
  type: string,
  address: string,
): FoundServer[] {
  return servers.flatMap(({ tag: own, attributes, texts }) => {
    const isAsked = own === tag && typeIn(attributes) === type;
    const [host, port, socket, user] = ["hostname", "port", "sockettype", "username"]
      .map((name) => texts.get(name));
    const security = securities[socket?.toUpperCase() ?? ""];
    const isName = /^[a-z\d]+(?:[.-]+[a-z\d]+)*$/i.test(host ?? "");
    if (!isAsked || !security || !isName || !/^\d{1,5}$/.test(port ?? "")) return [];
    return [{
      host: host!.toLowerCase(),
      port: Number(port),
      security,
      user: filled(user ?? "%EMAILADDRESS%", address),
    }];
  });
}

function typeIn(attributes: string): string | undefined {
  return /(?:^|\s)type\s*=\s*["']([^"']*)["']/i.exec(attributes)?.[1]?.toLowerCase();
}

function filled(user: string, address: string): string {
  const at = address.lastIndexOf("@");
  return user.replaceAll("%EMAILADDRESS%", address)
    .replaceAll("%EMAILLOCALPART%", address.slice(0, at))
    .replaceAll("%EMAILDOMAIN%", address.slice(at + 1));
}
