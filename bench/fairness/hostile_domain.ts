/**
 * Loaded into the app before it starts: leads a domain that only this benchmark knows, and its
 * subdomains, to a port of loopback, as a name server and a host of the attacker's would.
 */
import https from "node:https";

const { searchParams } = new URL(import.meta.url);
const port = searchParams.get("port")!;
const domain = searchParams.get("domain")!;

const loopback = { address: "127.0.0.1", family: 4 };
const request = https.request;

https.request = ((options: https.RequestOptions, ...more: never[]) => {
  const host = String(options.hostname ?? "");
  if (host !== domain && !host.endsWith(`.${domain}`)) return request(options, ...more);
  const lookup: https.RequestOptions["lookup"] = (_name, { all }, done) =>
    all ? done(null, [loopback]) : done(null, loopback.address, loopback.family);
  return request({ ...options, port, lookup }, ...more);
}) as typeof https.request;
