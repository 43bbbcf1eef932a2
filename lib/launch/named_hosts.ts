import { resolve } from "node:path";
import { nameOf } from "@/lib/db/hosts/address.ts";
import { databaseServers, isSocket } from "@/lib/launch/named_files.ts";

type Env = Record<string, string | undefined>;

/** Hosts of the gateway: its own address, those of the app, Postgres and mail, its socket. */
export function gatewayHosts(env: Env): string[] {
  const own = `${bracketed(env.GATEWAY_HOST || "127.0.0.1")}:${env.GATEWAY_PORT || "8080"}`;
  // The gateway itself says which of them is none.
  const apps = (env.GATEWAY_APP_URL || "http://127.0.0.1:8000").split(",").map((url) =>
    URL.parse(url)
  );
  const named = [
    ...apps.map((app) =>
      app && `${app.hostname}:${app.port || (app.protocol === "https:" ? "443" : "80")}`
    ),
    ...databaseServers(env.GATEWAY_DATABASE_URL, env).filter((server) => !isSocket(server))
      .map(nameOf),
    env.METRICS_PORT && `${bracketed(env.METRICS_HOST || "127.0.0.1")}:${env.METRICS_PORT}`,
    !env.GATEWAY_DATABASE_URL &&
    `unix:${resolve(env.GATEWAY_DATA_DIR || "./.gateway", "control.sock")}`,
    env.SMTP_HOST && `${bracketed(env.SMTP_HOST)}:${env.SMTP_PORT || smtpPortOf(env)}`,
  ];
  return [own, ...named.filter((host) => !!host) as string[]];
}

function smtpPortOf({ SMTP_SECURITY: security = "" }: Env): string {
  return { tls: "465", none: "25" }[security] ?? "587";
}

function bracketed(host: string): string {
  return host.includes(":") && !host.startsWith("[") ? `[${host}]` : host;
}
