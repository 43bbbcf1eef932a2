import ipaddr from "ipaddr.js";

const dressed = /^(?:\[([^\]]+)\]|(\d[\d.]+(?=:)))(?::\d+)?$/;

const longestSpelling = 80;

/**
 * The network that counts as one caller, in one spelling: an IPv4 address, or the /64 around an
 * IPv6 address. What is no address is returned as it is.
 */
export function networkOf(text: string): string {
  if (text.length > longestSpelling) return text;
  const [, ipv6, ipv4] = dressed.exec(text) ?? [];
  const bare = (ipv6 ?? ipv4 ?? text).replace(/%.*$/s, "");
  if (!ipaddr.isValid(bare)) return text;
  const address = ipaddr.process(bare);
  if (!(address instanceof ipaddr.IPv6)) return address.toString();
  const network = address.parts.map((part, at) => at < 4 ? part : 0);
  return `${new ipaddr.IPv6(network)}/64`;
}
