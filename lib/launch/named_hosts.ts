import { parametersOf } from "@/lib/launch/named_files.ts";

type Env = Record<string, string | undefined>;

/** Hosts of the gateway: its own address, and those of the app, Postgres and mail. */
export function gatewayHosts(env: Env): string[] {
  const own = `${bracketed(env.GATEWAY_HOST || "127.0.0.1")}:${env.GATEWAY_PORT || "8080"}`;
  const app = URL.parse(env.GATEWAY_APP_URL || "http://127.0.0.1:8000");
  const named = [
    app && `${app.hostname}:${app.port || (app.protocol === "https:" ? "443" : "80")}`,
    postgresOf(env),
    env.SMTP_HOST && `${bracketed(env.SMTP_HOST)}:${env.SMTP_PORT || smtpPortOf(env)}`,
  ];
  return [own, ...named.filter((host) => !!host) as string[]];
}

function postgresOf(env: Env): string | null {
  if (!env.GATEWAY_DATABASE_URL) return null;
  const parameters = parametersOf(env.GATEWAY_DATABASE_URL);
  const host = parameters.host || env.PGHOST || "localhost";
  return host.startsWith("/")
    ? null
    : `${bracketed(host)}:${parameters.port || env.PGPORT || "5432"}`;
}

function smtpPortOf({ SMTP_SECURITY: security = "" }: Env): string {
  return { tls: "465", none: "25" }[security] ?? "587";
}

function bracketed(host: string): string {
  return host.includes(":") && !host.startsWith("[") ? `[${host}]` : host;
}
