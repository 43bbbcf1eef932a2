import { resolve } from "node:path";
import * as z from "zod";
import { postgresUrl } from "@/lib/db/hosts/setting.ts";
import { checkMail, type MailConfig, mailConfigOf, mailVariables } from "@/lib/mail/settings.ts";
import { ConfigError } from "@/lib/service/config.ts";

/** The settings of the gateway's process, read once from its environment. */
export interface GatewayConfig {
  host: string;
  port: number;
  /** Origins of the app's processes behind, such as `http://127.0.0.1:8000`, the nearest first. */
  appUrls: readonly string[];
  /** The origin that people open; passkeys belong to its host. */
  publicUrl: string;
  /** Opens the app's two private calls. */
  secret: string;
  /** Signs cookies and encrypts keys; without it the one in the data folder. */
  authSecret: string | undefined;
  issuer: string;
  audience: string;
  identityHeader: string;
  /** How long it serves on once it is asked to stop. */
  drainSeconds: number;
  /** Where metrics are offered; null where they are not. */
  metrics: { host: string; port: number } | null;
  databaseUrl: string | undefined;
  dataDir: string;
  clientIpHeader: string | undefined;
  mail: MailConfig | null;
  logLevel: "debug" | "info" | "warn" | "error";
}

const secret = z.string().min(32, "must have at least 32 characters");
/** A secret in the alphabet of bearer tokens (RFC 6750). */
const sharedSecret = secret.regex(/^[\w~+/.-]+=*$/, "may have letters, digits and ~+/.-_ only");
const header = z.string().regex(/^[A-Za-z0-9-]+$/);
const port = z.coerce.number().int().min(1).max(65_535);
const origin = z.url({ protocol: /^https?$/ }).transform((text, ctx) => {
  const url = new URL(text);
  if (url.pathname !== "/" || url.search || url.username) {
    ctx.addIssue("must be an origin: a scheme and a host, without a path");
  }
  return url.origin;
});

const mostApps = 16;

/** Origins with commas between, each once. */
const origins = z.string().transform((text, ctx) => {
  const named = text.split(",").map((one, at) => ({ one, origin: originOf(one), place: at + 1 }));
  for (const { one, origin, place } of named) {
    if (one === "") ctx.addIssue(`address ${place} is empty; there is one between two commas`);
    else if (/\s/.test(one)) {
      ctx.addIssue(`address ${place} has a space: commas alone stand between`);
    } else if (!origin) {
      ctx.addIssue(`address ${place} must be an origin: http and a host, without more`);
    } else if (named.findIndex((other) => other.origin === origin) + 1 < place) {
      ctx.addIssue(`address ${place} is there already: ${origin}`);
    }
  }
  if (named.length > mostApps) ctx.addIssue(`has more than ${mostApps} addresses`);
  return named.map(({ origin }) => origin ?? "");
});

/** A scheme and a host with or without a port; null where there is anything else. */
function originOf(text: string): string | null {
  const url = /^https?:\/\/[^/?#@\\]+\/?$/i.test(text) ? URL.parse(text) : null;
  return url && url.origin;
}

const environment = z.object({
  GATEWAY_HOST: z.string().default("127.0.0.1"),
  GATEWAY_PORT: port.default(8080),
  GATEWAY_APP_URL: origins.default(["http://127.0.0.1:8000"]),
  DRAIN_SECONDS: z.coerce.number().int().min(0).max(600).default(0),
  METRICS_PORT: port.optional(),
  METRICS_HOST: z.string().default("127.0.0.1"),
  PUBLIC_URL: origin,
  GATEWAY_SECRET: sharedSecret,
  GATEWAY_AUTH_SECRET: secret.optional(),
  GATEWAY_AUDIENCE: z.string(),
  GATEWAY_ISSUER: z.string().optional(),
  GATEWAY_JWT_HEADER: header.default("Cf-Access-Jwt-Assertion"),
  GATEWAY_DATABASE_URL: postgresUrl.optional(),
  GATEWAY_DATA_DIR: z.string().default("./.gateway"),
  CLIENT_IP_HEADER: header.optional(),
  ...mailVariables,
  LOG_LEVEL: z.enum(["debug", "info", "warn", "error"]).default("info"),
}).superRefine((settings, ctx) => {
  const refuse = (name: string, message: string) =>
    ctx.addIssue({ code: "custom", path: [name], message });
  const { protocol, hostname } = new URL(settings.PUBLIC_URL);
  if (protocol === "http:" && hostname !== "localhost" && !hostname.endsWith(".localhost")) {
    refuse("PUBLIC_URL", "must be https: browsers keep passkeys from other sites");
  }
  if (settings.GATEWAY_DATABASE_URL && !settings.GATEWAY_AUTH_SECRET) {
    refuse("GATEWAY_AUTH_SECRET", "is needed with GATEWAY_DATABASE_URL");
  }
  if (settings.GATEWAY_AUTH_SECRET === settings.GATEWAY_SECRET) {
    refuse("GATEWAY_AUTH_SECRET", "must differ from GATEWAY_SECRET, which the app has too");
  }
  if (settings.METRICS_PORT === settings.GATEWAY_PORT) {
    refuse("METRICS_PORT", "must be another port than GATEWAY_PORT");
  }
  checkMail(settings, refuse);
});

export const settingNames = Object.keys(environment.shape);

/**
 * Reads the settings from environment variables; an empty variable counts as absent.
 * @throws ConfigError naming every variable that is wrong
 */
export function readGatewayConfig(
  env: Record<string, string | undefined> = processEnvironment(),
): GatewayConfig {
  const present = Object.fromEntries(Object.entries(env).filter(([, value]) => value));
  const parsed = environment.safeParse(present);
  if (!parsed.success) {
    const lines = parsed.error.issues.map(({ path, message, code }) => {
      const name = path.join(".");
      const isMissing = code === "invalid_type" && present[name] === undefined;
      return `${name}: ${isMissing ? "is missing" : message}`;
    });
    throw new ConfigError(`wrong settings\n  ${[...new Set(lines)].join("\n  ")}`);
  }
  const e = parsed.data;
  return {
    host: e.GATEWAY_HOST,
    port: e.GATEWAY_PORT,
    appUrls: e.GATEWAY_APP_URL,
    drainSeconds: e.DRAIN_SECONDS,
    metrics: e.METRICS_PORT ? { host: e.METRICS_HOST, port: e.METRICS_PORT } : null,
    publicUrl: e.PUBLIC_URL,
    secret: e.GATEWAY_SECRET,
    authSecret: e.GATEWAY_AUTH_SECRET,
    issuer: e.GATEWAY_ISSUER ?? e.PUBLIC_URL,
    // The app may take tokens of several gateways; this one's audience comes first.
    audience: e.GATEWAY_AUDIENCE.split(",")[0]!.trim(),
    identityHeader: e.GATEWAY_JWT_HEADER,
    databaseUrl: e.GATEWAY_DATABASE_URL,
    dataDir: resolve(e.GATEWAY_DATA_DIR),
    clientIpHeader: e.CLIENT_IP_HEADER,
    mail: mailConfigOf(e),
    logLevel: e.LOG_LEVEL,
  };
}

function processEnvironment(): Record<string, string | undefined> {
  return Object.fromEntries(settingNames.map((name) => [name, Deno.env.get(name)]));
}
