/** Decides which IP addresses may be called: public ones and `CALLBACK_ALLOW_NETS`. Pure. */
import { isIP } from "node:net";
import ipaddr from "ipaddr.js";
import { BoundedMap } from "@/lib/tools/bounded_map.ts";

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

export interface Nets {
  contains(ip: string): boolean;
  readonly empty: boolean;
}

/** Resolves addresses in the order to try; empty or rejected without any. */
export type Resolve = (hostname: string, companyId: number) => Promise<string[]>;

type Net = [ipaddr.IPv4 | ipaddr.IPv6, number];

/** IANA's special-purpose registries (RFC 6890), multicast, and retired blocks still routed. */
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
  // Addresses that carry another inside, which may be private: mapped, compatible, translated (RFC
  // 2765), NAT64 (RFC 6052, 8215), 6to4, Teredo.
  translated: nets(
    ...["::ffff:0:0/96", "::/96", "::ffff:0:0:0/96", "64:ff9b::/96", "64:ff9b:1::/48"],
    ...["2002::/16", "192.88.99.0/24", "2001::/32", "3ffe:831f::/32"],
  ),
  platform: nets("168.63.129.16/32"), // Azure's host agent, inside every virtual machine
  // Assignments, ORCHID, AMT, AS112, discard-only, segment routing, 6bone, future use.
  reserved: nets(
    ...["192.0.0.0/24", "192.31.196.0/24", "192.52.193.0/24", "192.175.48.0/24", "240.0.0.0/4"],
    ...["2001::/23", "2620:4f:8000::/48", "100::/64", "100:0:0:1::/64", "5f00::/16", "3ffe::/16"],
  ),
};

const GLOBAL_UNICAST: Net = ipaddr.parseCIDR("2000::/3");

/** @param ip without brackets; old spellings (`127.1`, `0177.0.0.1`) are `invalid` */
export function addressKind(ip: string): AddressKind {
  const address = parsed(ip);
  if (!address) return "invalid";
  const kind = ipaddr.subnetMatch(address, SPECIAL, "public") as AddressKind;
  if (kind !== "public" || address instanceof ipaddr.IPv4) return kind;
  if (isIsatap(address)) return "translated";
  return address.match(GLOBAL_UNICAST) ? "public" : "reserved";
}

/** Whether the interface identifier holds an IPv4 address, in any network (RFC 5214, 6.1). */
function isIsatap(address: ipaddr.IPv6): boolean {
  const [flags, ...rest] = address.toByteArray().slice(8, 12);
  return (flags! & ~0x03) === 0 && rest.join() === "0,94,254";
}

export function isPublicAddress(ip: string): boolean {
  return addressKind(ip) === "public";
}

/** Plain http proves nothing of who answers: only what the operator allows. */
export function mayReach(ip: string, { allow, plain }: { allow: Nets; plain: boolean }): boolean {
  return allow.contains(ip) || (!plain && isPublicAddress(ip));
}

/** CIDR notation (RFC 4632, RFC 4291), with commas; may be empty. @throws Error quoting the part */
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

export function addressInUrl(url: URL): string | undefined {
  const host = bareHost(url);
  return isIP(host) ? host : undefined;
}

export function bareHost(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, "$1").replace(/\.$/, "");
}

/** The addresses of callbacks are few, and come again with each send. */
const addresses = new BoundedMap<string, ipaddr.IPv4 | ipaddr.IPv6>(1_000);

function parsed(ip: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  const earlier = addresses.get(ip);
  // A zone ("%eth0") means something on a link only; node:net is the stricter parser.
  if (earlier || !isIP(ip) || ip.includes("%")) return earlier;
  const address = ipaddr.parse(ip);
  addresses.set(ip, address);
  return address;
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
