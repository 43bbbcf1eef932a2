/**
 * Which IP addresses a stranger may make us call: those of the public internet, and those of the
 * networks that the operator allows by name (`CALLBACK_ALLOW_NETS`). Pure; no look-up happens here.
 */
import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/** What an address is for. Only `public` may be called without being allowed by the operator. */
export type AddressKind =
  | "public"
  | "unspecified"
  | "private"
  | "loopback"
  | "link_local"
  | "carrier_nat"
  | "multicast"
  | "documentation"
  | "benchmarking"
  | "reserved"
  | "translated"
  | "platform"
  | "invalid";

/** Networks that may be called although they are not public. */
export interface Nets {
  /** True when `ip` lies in one of them; an IPv4-mapped IPv6 address counts as its IPv4 one. */
  contains(ip: string): boolean;
  /** True when no network was named at all. */
  readonly empty: boolean;
}

/** Finds the addresses of a host name, in the order to try; rejects when it has none. */
export type Resolve = (hostname: string) => Promise<string[]>;

type Net = [ipaddr.IPv4 | ipaddr.IPv6, number];

/**
 * The special-purpose registries of IANA (RFC 6890) for IPv4 and IPv6, the multicast blocks, and
 * what was taken out of use but is still routed by someone.
 */
const SPECIAL: Record<Exclude<AddressKind, "public" | "invalid">, Net[]> = {
  unspecified: nets("0.0.0.0/8", "::/128"),
  private: nets("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7", "fec0::/10"),
  loopback: nets("127.0.0.0/8", "::1/128"),
  link_local: nets("169.254.0.0/16", "fe80::/10"),
  carrier_nat: nets("100.64.0.0/10"),
  multicast: nets("224.0.0.0/4", "ff00::/8"),
  documentation: nets(
    ...["192.0.2.0/24", "198.51.100.0/24", "203.0.113.0/24"],
    ...["2001:db8::/32", "3fff::/20"],
  ),
  benchmarking: nets("198.18.0.0/15", "2001:2::/48"),
  // Addresses that carry another address inside: mapped, compatible, translated (RFC 2765),
  // NAT64 (RFC 6052 and 8215), 6to4 and its relays, Teredo. What is inside may be private.
  translated: nets(
    ...["::ffff:0:0/96", "::/96", "::ffff:0:0:0/96", "64:ff9b::/96", "64:ff9b:1::/48"],
    ...["2002::/16", "192.88.99.0/24", "2001::/32"],
  ),
  // A public address that Azure gives to the host agent inside every virtual machine.
  platform: nets("168.63.129.16/32"),
  // Protocol assignments, ORCHID, AMT, AS112, discard-only, segment routing, future use.
  reserved: nets(
    ...["192.0.0.0/24", "192.31.196.0/24", "192.52.193.0/24", "192.175.48.0/24", "240.0.0.0/4"],
    ...["2001::/23", "2620:4f:8000::/48", "100::/64", "100:0:0:1::/64", "5f00::/16"],
  ),
};

const GLOBAL_UNICAST: Net = ipaddr.parseCIDR("2000::/3");

/**
 * Says what an address is for.
 *
 * @param ip in the usual notation (`192.0.2.1`, `2001:db8::1`); no brackets, and none of the old
 *   spellings (`127.1`, `0177.0.0.1`): those are `invalid`. A URL parser turns them into the usual.
 */
export function addressKind(ip: string): AddressKind {
  const address = parsed(ip);
  if (!address) return "invalid";
  const kind = ipaddr.subnetMatch(address, SPECIAL, "public") as AddressKind;
  if (kind !== "public" || address.kind() === "ipv4") return kind;
  // Nothing outside 2000::/3 has ever been handed out as global unicast (RFC 4291, 2.4).
  return address.match(GLOBAL_UNICAST) ? "public" : "reserved";
}

/** True for an address of the public internet; false for every other one and for what is none. */
export function isPublicAddress(ip: string): boolean {
  return addressKind(ip) === "public";
}

/**
 * True when an address may be called: over https a public or an allowed one, over plain http (no
 * proof of who answers, nothing hidden on the way) an allowed one only.
 */
export function mayReach(ip: string, { allow, plain }: { allow: Nets; plain: boolean }): boolean {
  return allow.contains(ip) || (!plain && isPublicAddress(ip));
}

/**
 * Reads a list of networks in CIDR notation (RFC 4632, RFC 4291), separated by commas; an empty
 * text names none.
 *
 * @throws Error that quotes the part which is wrong and says what was expected.
 */
export function parseNets(text: string): Nets {
  const list = text.split(",").map((part) => part.trim()).filter(Boolean).map(parseNet);
  return {
    empty: list.length === 0,
    contains(ip) {
      const address = parsed(ip);
      if (!address) return false;
      const plain = address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress()
        ? address.toIPv4Address()
        : address;
      return list.some((net) => net[0].kind() === plain.kind() && plain.match(net));
    },
  };
}

/** The IP address that a URL names as its host, without brackets; undefined for a name. */
export function addressInUrl(url: URL): string | undefined {
  const host = bareHost(url);
  return isIP(host) ? host : undefined;
}

/** The host of a URL as a resolver or a socket takes it: no brackets, no dot at the end. */
export function bareHost(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, "$1").replace(/\.$/, "");
}

function parsed(ip: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  // A zone ("%eth0") only means something on a link; and node:net is the stricter reader.
  return isIP(ip) && !ip.includes("%") ? ipaddr.parse(ip) : undefined;
}

function parseNet(text: string): Net {
  const [ip = "", bits = "", ...rest] = text.split("/");
  const address = parsed(ip);
  const size = address?.kind() === "ipv4" ? 32 : 128;
  if (!address || rest.length > 0 || !/^\d{1,3}$/.test(bits) || Number(bits) > size) {
    throw new Error(`"${text}" is not a network in CIDR notation, such as 10.0.0.0/8 or fd00::/8`);
  }
  const family = address instanceof ipaddr.IPv4 ? ipaddr.IPv4 : ipaddr.IPv6;
  const first = family.networkAddressFromCIDR(text).toString();
  if (first !== address.toString()) {
    throw new Error(`"${text}" is an address inside a network; the network is ${first}/${bits}`);
  }
  return [address, Number(bits)];
}

function nets(...list: string[]): Net[] {
  return list.map((net) => ipaddr.parseCIDR(net));
}
