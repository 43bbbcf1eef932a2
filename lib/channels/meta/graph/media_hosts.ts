/** Hosts that serve the media of messages, with `*.` for all beneath one. */
export const knownMediaHosts = "lookaside.fbsbx.com, *.fbsbx.com, *.fbcdn.net, *.cdninstagram.com";

export function isMediaHost(host: string, hosts: readonly string[]): boolean {
  const name = host.toLowerCase();
  return hosts.some((one) =>
    one.startsWith("*.")
      ? name.endsWith(one.slice(1)) && name.length > one.length - 1
      : name === one
  );
}
