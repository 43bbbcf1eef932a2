import { isIPv6 } from "node:net";

/** A server that an address names; what is empty is as Postgres' own variables say. */
export interface Server {
  /** A name, an address without brackets, or the folder of a socket. */
  host: string;
  port: string;
}

const mostServers = 16;

interface Parts {
  scheme: string;
  login: string;
  hosts: string[];
  ports: string[];
  isNamedTwice: boolean;
  path: string;
  parameters: URLSearchParams;
  hasFragment: boolean;
}

const form = /^(postgres|postgresql):\/\/([^/?#]*)([^?#]*)(?:\?([^#]*))?(#.*)?$/is;

function partsOf(address: string): Parts | null {
  const [, scheme, authority, path, query, fragment] = form.exec(address) ?? [];
  if (scheme === undefined) return null;
  const at = authority!.lastIndexOf("@") + 1;
  const list = authority!.slice(at);
  const parameters = new URLSearchParams(query ?? "");
  const [host, port] = [parameters.get("host") ?? "", parameters.get("port") ?? ""];
  const named = (host || list).split(",");
  const own = host ? named.map(() => "") : named.map(portOf);
  return {
    scheme: scheme!,
    login: authority!.slice(0, at),
    hosts: host ? named : named.map((one) => one.slice(0, one.length - portOf(one).length)),
    ports: port ? port.split(",") : own.map((one) => one.slice(1)),
    isNamedTwice: host !== "" && list !== "" && `${host}${list}`.includes(","),
    path: path!,
    parameters,
    hasFragment: fragment !== undefined,
  };
}

function portOf(host: string): string {
  return /^(?:\[[^\]]*\]|[^:[\]]*)(:[^:]*)$/.exec(host)?.[1] ?? "";
}

/** The servers in their order; none where the address has no form that can be read. */
export function serversOf(address: string): Server[] {
  const parts = partsOf(address);
  if (!parts) return [];
  const { hosts, ports } = parts;
  const namedPorts = ports.filter((port) => port !== "");
  return hosts.map((host, at) => ({
    host: decoded(host.replace(/^\[(.*)\]$/, "$1")) ?? host,
    port: (namedPorts.length === 1 ? namedPorts[0] : ports[at]) ?? "",
  }));
}

/** `host:port` as a person writes it; what is empty is the usual. */
export function nameOf({ host, port }: Server): string {
  const name = (host || "localhost").toLowerCase();
  return `${name.includes(":") ? `[${name}]` : name}:${port || "5432"}`;
}

/** The address for a library that takes one server; the server's own host and port go beside it. */
export function withOneServer(address: string): string {
  const parts = partsOf(address);
  if (!parts || parts.hosts.length === 1) return address;
  const parameters = new URLSearchParams(parts.parameters);
  parameters.delete("host");
  parameters.delete("port");
  const query = parameters.size > 0 ? `?${parameters}` : "";
  return `${parts.scheme}://${parts.login}localhost${parts.path}${query}`;
}

/** Mistakes in an address. They do not repeat its login. */
export function faultsOf(address: string): string[] {
  const parts = partsOf(address);
  if (!parts) return ["must be an address such as postgres://user:password@host:5432/database"];
  const { hosts, ports, parameters, login, path } = parts;
  const wrong = (is: boolean, fault: string) => is ? [fault] : [];
  const isMany = hosts.length > 1;
  const faults = [
    ...wrong(parts.hasFragment, "has a #: in a password it is written %23"),
    ...wrong(!isText(login), "has a % in its login that is no code: a % itself is written %25"),
    ...wrong(!isText(path), "has a % in its database that is no code: a % itself is written %25"),
    ...wrong(parts.isNamedTwice, "names hosts in front of the database and as host=: keep one"),
    ...wrong(hosts.length > mostServers, `names more than ${mostServers} hosts`),
    ...hosts.flatMap((host, at) => hostFaults(host, { place: at + 1, isMany })),
    ...portFaults(ports, hosts.length),
    ...parameterFaults(parameters),
  ];
  return faults.length > 0 ? faults : repeated(serversOf(address));
}

function hostFaults(host: string, { place, isMany }: { place: number; isMany: boolean }): string[] {
  const name = `host ${place}`;
  if (host === "") return isMany ? [`${name} is empty; there is one between two commas`] : [];
  if (/\s/.test(host)) return [`${name} has a space: commas alone stand between`];
  if (host.startsWith("[")) {
    const isAddress = host.endsWith("]") && isIPv6(host.slice(1, -1)) && !host.includes("%");
    return isAddress ? [] : [`${name} is no IPv6 address in brackets`];
  }
  if (host.split(":").length > 2) {
    return [`${name}: an IPv6 address stands in brackets, as [2001:db8::1]:5432`];
  }
  const text = decoded(host);
  if (text === null) return [`${name} has a % that is no code`];
  if (text.startsWith("/")) return [];
  return /^[\p{L}\p{N}._-]+$/u.test(text) ? [] : [`${name} has a character that no host has`];
}

function portFaults(ports: string[], hosts: number): string[] {
  const namedPorts = ports.filter((port) => port !== "");
  const wrong = namedPorts.filter((port) => !/^\d{1,5}$/.test(port) || +port < 1 || +port > 65_535);
  if (wrong.length > 0) {
    return wrong.map((port) => `"${port.slice(0, 20)}" is no port; ports are 1 to 65535`);
  }
  if (namedPorts.length <= 1 || namedPorts.length === hosts && ports.length === hosts) return [];
  return [`names ${namedPorts.length} ports for ${hosts} hosts: name one for each, or one for all`];
}

function parameterFaults(parameters: URLSearchParams): string[] {
  const session = parameters.get("target_session_attrs");
  const balance = parameters.get("load_balance_hosts");
  return [
    ...(session === null || ["read-write", "primary"].includes(session) ? [] : [
      "target_session_attrs may be read-write or primary: a server that takes writes is chosen",
    ]),
    ...(balance === null || balance === "disable"
      ? []
      : ["load_balance_hosts may be disable: hosts are asked in their order"]),
  ];
}

function repeated(servers: Server[]): string[] {
  const names = servers.map(nameOf);
  return names.flatMap((name, at) =>
    names.indexOf(name) < at ? [`host ${at + 1} is there already: ${name}`] : []
  );
}

// The library takes a bare `%` for itself.
function isText(text: string): boolean {
  return decoded(text.replace(/%(?![\da-f]{2})/gi, "%25")) !== null;
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
