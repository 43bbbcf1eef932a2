import { resolve } from "node:path";
import * as z from "zod";
import type { Bounds } from "@/lib/access/bounds.ts";
import { postgresUrl } from "@/lib/db/hosts/setting.ts";
import type { PlaceLimits } from "@/lib/fairness/places.ts";
import type { OAuthClients } from "@/lib/channels/email/oauth/provider.ts";
import { knownMediaHosts } from "@/lib/channels/meta/graph/media_hosts.ts";
import { checkMail, type MailConfig, mailConfigOf, mailVariables } from "@/lib/mail/settings.ts";
import { knownPushHosts, parsePushHosts, type PushHosts } from "@/lib/notify/push/push_hosts.ts";
import { parseSecretKeys } from "@/lib/secrets/secret_keys.ts";
import { portList, readBy } from "@/lib/service/setting_texts.ts";

/** The settings of one process, read once from its environment (contract, section 6). */
export interface Config {
  port: number;
  host: string;
  databaseUrl: string | undefined;
  readDatabaseUrl: string | undefined;
  /** The schema's owner, who migrates. Never set in the process that serves. */
  migrateDatabaseUrl: string | undefined;
  /** Most connections of this process to the database. */
  databasePoolSize: number;
  /** Milliseconds from which a statement is logged; 0: never. */
  slowStatementMs: number;
  /** Where metrics are offered; null where they are not. */
  metrics: { host: string; port: number } | null;
  /** How long it serves on once it is asked to stop. */
  drainSeconds: number;
  dataDir: string;
  backupDir: string | undefined;
  /** The launcher's, behind which are the readers; without it this process starts them itself. */
  readersSocket: string | undefined;
  publicUrl: string;
  gateway: { jwksUrl: string; issuer?: string; audience?: string[]; header: string } | null;
  /** Secret that this installation's own gateway shares with the app; without it there is none. */
  gatewaySecret: string | undefined;
  initialAdminEmail: string | undefined;
  /** Who runs the installation, in lower case. */
  operatorEmail: string | undefined;
  /** Asked while no alert of the class `down` is on. */
  heartbeatUrl: string | undefined;
  /** In place of each alert's own duration. */
  alertAfterSeconds: number | undefined;
  backupMaxAgeHours: number;
  /** The installation's own mail. */
  mail: MailConfig | null;
  /** This process is held, whatever the database says. */
  isHeld: boolean;
  callbackAllowNets: string;
  channelAllowNets: string;
  callbackPorts: ReadonlySet<number>;
  /** Where the Graph API is, and from which hosts media of its messages may come. */
  graph: { url: string; instagramUrl: string; mediaHosts: readonly string[] };
  /** This installation's registrations with providers that mailboxes sign in with. */
  oauthClients: OAuthClients;
  rateLimit: { perSecond: number; burst: number };
  /** Limit of each phone; here and below 0 a second turns a limit off. */
  phoneLimit: { perSecond: number; burst: number };
  /** Limit of a company's keys and phones together. */
  companyLimit: { perSecond: number; burst: number };
  memberLimit: { perSecond: number; burst: number };
  streamLimits: PlaceLimits;
  pollLimits: PlaceLimits;
  /** Limits of the public form, per address in 10 minutes and per company in a day. */
  contactLimits: { perAddress: number; perDay: number };
  linkLimit: { perSecond: number; burst: number };
  anonymousLimit: { perSecond: number; burst: number };
  newcomerLimit: { perSecond: number; burst: number };
  clientIpHeader: string | undefined;
  vapidSubject: string | undefined;
  /** Keys of 32 bytes, the newest first; if empty, see lib/secrets/secret_keys.ts. */
  secretsKeys: Uint8Array[];
  filesBytesPerCompany: number;
  pushHosts: PushHosts;
  pushMaxPerHost: number;
  bounds: Bounds;
  retentionDays: number;
  activityMonths: number | undefined; // never
  logLevel: "debug" | "info" | "warn" | "error";
}

/** A setting that is missing or wrong; the message names each one. */
export class ConfigError extends Error {
  override name = "ConfigError";
}

const whole = (min: number, max: number) => z.coerce.number().int().min(min).max(max);

const subject = z.string().regex(/^(mailto:[^@\s]+@[^@\s]+|https:\/\/[^\s/]+.*)$/, {
  error: "must be a mailto: or https: address",
});

const environment = z.object({
  PORT: whole(1, 65535).default(8000),
  HOST: z.string().default("0.0.0.0"),
  DATABASE_URL: postgresUrl.optional(),
  MIGRATE_DATABASE_URL: postgresUrl.optional(),
  READ_DATABASE_URL: postgresUrl.optional(),
  DATABASE_POOL_SIZE: whole(10, 200).default(20),
  DRAIN_SECONDS: whole(0, 600).default(0),
  METRICS_PORT: whole(1, 65535).optional(),
  METRICS_HOST: z.string().default("127.0.0.1"),
  SLOW_STATEMENT_MS: whole(0, 3_600_000).default(1_000),
  DATA_DIR: z.string().default("./.data"),
  BACKUP_DIR: z.string().optional(),
  READERS_SOCKET: z.string().optional(),
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  GATEWAY_JWKS_URL: z.url({ protocol: /^https?$/ }).optional(),
  GATEWAY_ISSUER: z.string().optional(),
  GATEWAY_AUDIENCE: z.string().optional(),
  GATEWAY_JWT_HEADER: z.string().regex(/^[A-Za-z0-9-]+$/).default("Cf-Access-Jwt-Assertion"),
  GATEWAY_SECRET: z.string().regex(/^[\w~+/.-]+=*$/, {
    error: "may have letters, digits and -._~+/ only, as `openssl rand -hex 32` makes them",
  }).min(32, "must have at least 32 characters").optional(),
  INITIAL_ADMIN_EMAIL: z.email().toLowerCase().optional(),
  OPERATOR_EMAIL: z.email().toLowerCase().optional(),
  HEARTBEAT_URL: z.url({ protocol: /^https?$/ }).optional(),
  ALERT_AFTER_SECONDS: whole(0, 604_800).optional(),
  BACKUP_MAX_AGE_HOURS: whole(1, 87_600).default(26),
  ...mailVariables,
  HELD: z.enum(["0", "1"], "must be 1, or absent").default("0"),
  CALLBACK_ALLOW_NETS: z.string().default(""),
  CHANNEL_ALLOW_NETS: z.string().default(""),
  META_GRAPH_URL: z.url({ protocol: /^https?$/ }).default("https://graph.facebook.com/v25.0"),
  META_INSTAGRAM_URL: z.url({ protocol: /^https?$/ }).default("https://graph.instagram.com/v25.0"),
  META_MEDIA_HOSTS: z.string().default(knownMediaHosts),
  GOOGLE_OAUTH_CLIENT_ID: z.string().min(1).optional(),
  GOOGLE_OAUTH_CLIENT_SECRET: z.string().min(1).optional(),
  MICROSOFT_OAUTH_CLIENT_ID: z.string().min(1).optional(),
  MICROSOFT_OAUTH_CLIENT_SECRET: z.string().min(1).optional(),
  CALLBACK_PORTS: portList.default(new Set()),
  RATE_LIMIT_PER_SECOND: z.coerce.number().min(0).max(1e6).default(50),
  RATE_LIMIT_BURST: z.coerce.number().min(0).max(1e6).default(100),
  PHONE_LIMIT_PER_SECOND: z.coerce.number().min(0).max(1e6).default(10),
  PHONE_LIMIT_BURST: z.coerce.number().min(1).max(1e6).default(100),
  COMPANY_LIMIT_PER_SECOND: z.coerce.number().min(0).max(1e6).default(500),
  COMPANY_LIMIT_BURST: z.coerce.number().min(1).max(1e6).default(1_000),
  MEMBER_LIMIT_PER_SECOND: z.coerce.number().min(0).max(1e6).default(20),
  MEMBER_LIMIT_BURST: z.coerce.number().min(1).max(1e6).default(1_200),
  STREAM_LIMIT_PER_CALLER: whole(1, 1_000_000).default(30),
  STREAM_LIMIT_PER_COMPANY: whole(1, 1_000_000).default(2_500),
  STREAM_LIMIT_PER_PROCESS: whole(1, 1_000_000).default(10_000),
  POLL_LIMIT_PER_KEY: whole(1, 1_000_000).default(3_500),
  POLL_LIMIT_PER_COMPANY: whole(1, 1_000_000).default(5_000),
  POLL_LIMIT_PER_PROCESS: whole(1, 1_000_000).default(20_000),
  CONTACT_LIMIT_PER_ADDRESS: whole(0, 1_000_000).default(20),
  CONTACT_LIMIT_PER_DAY: whole(0, 1_000_000).default(500),
  LINK_LIMIT_PER_SECOND: z.coerce.number().min(0).max(1e6).default(0.5),
  LINK_LIMIT_BURST: z.coerce.number().min(1).max(1e6).default(30),
  ANONYMOUS_LIMIT_PER_SECOND: z.coerce.number().min(0).max(1e6).default(10),
  ANONYMOUS_LIMIT_BURST: z.coerce.number().min(1).max(1e6).default(100),
  NEWCOMER_LIMIT_PER_SECOND: z.coerce.number().min(0).max(1e6).default(0.5),
  NEWCOMER_LIMIT_BURST: z.coerce.number().min(1).max(1e6).default(60),
  CLIENT_IP_HEADER: z.string().regex(/^[A-Za-z0-9-]+$/).optional(),
  VAPID_SUBJECT: subject.optional(),
  SECRETS_KEYS: z.string().default("").transform(readBy(parseSecretKeys)),
  MAX_FILES_BYTES_PER_COMPANY: whole(1, Number.MAX_SAFE_INTEGER).default(5_000_000_000),
  PUSH_HOSTS: z.string().default(knownPushHosts).transform(readBy(parsePushHosts)),
  PUSH_MAX_PER_HOST: whole(1, 1_000).default(64),
  MAX_COMPANIES_PER_PERSON: whole(1, 1_000_000).default(20),
  MAX_KEYS_PER_COMPANY: whole(1, 1_000_000).default(100),
  MAX_PHONES_PER_COMPANY: whole(1, 100_000_000).default(20_000),
  MAX_RECORDS_PER_COMPANY: whole(1, 1_000_000).default(500_000),
  MAX_FALLBACK_STRANGERS_PER_DAY: whole(0, 1_000_000).default(50),
  RETENTION_DAYS: whole(1, 36500).default(365),
  ACTIVITY_MONTHS: whole(3, 1_200).optional(), // who trashed a record is an activity
  LOG_LEVEL: z.enum(["debug", "info", "warn", "error"]).default("info"),
}).refine((env) => env.METRICS_PORT !== env.PORT, {
  path: ["METRICS_PORT"],
  error: "must be another port than PORT",
}).superRefine((env, ctx) => {
  for (const name of ["MIGRATE_DATABASE_URL", "READ_DATABASE_URL"] as const) {
    if (env.DATABASE_URL || !env[name]) continue;
    ctx.addIssue({ code: "custom", path: [name], message: "needs DATABASE_URL beside it" });
  }
  checkMail(env, (name, message) => ctx.addIssue({ code: "custom", path: [name], message }));
  for (const name of ["GOOGLE_OAUTH_CLIENT", "MICROSOFT_OAUTH_CLIENT"] as const) {
    const [id, secret] = [`${name}_ID`, `${name}_SECRET`] as const;
    if (Boolean(env[id]) === Boolean(env[secret])) continue;
    ctx.addIssue({ code: "custom", path: [env[id] ? secret : id], message: "is missing" });
  }
});

/** An empty variable counts as absent. @throws ConfigError naming every wrong one */
export function readConfig(env: Record<string, string | undefined> = processEnvironment()): Config {
  const variables = Object.fromEntries(Object.entries(env).filter(([, value]) => value));
  const parsed = environment.safeParse(variables);
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
    throw new ConfigError(`wrong settings\n  ${lines.join("\n  ")}`);
  }
  const e = parsed.data;
  return {
    port: e.PORT,
    host: e.HOST,
    databaseUrl: e.DATABASE_URL,
    migrateDatabaseUrl: e.MIGRATE_DATABASE_URL,
    readDatabaseUrl: e.READ_DATABASE_URL,
    databasePoolSize: e.DATABASE_POOL_SIZE,
    drainSeconds: e.DRAIN_SECONDS,
    slowStatementMs: e.SLOW_STATEMENT_MS,
    metrics: e.METRICS_PORT ? { host: e.METRICS_HOST, port: e.METRICS_PORT } : null,
    dataDir: resolve(e.DATA_DIR),
    backupDir: e.BACKUP_DIR && resolve(e.BACKUP_DIR),
    readersSocket: e.READERS_SOCKET,
    publicUrl: (e.PUBLIC_URL ?? `http://localhost:${e.PORT}`).replace(/\/+$/, ""),
    gateway: e.GATEWAY_JWKS_URL
      ? {
        jwksUrl: e.GATEWAY_JWKS_URL,
        issuer: e.GATEWAY_ISSUER,
        audience: e.GATEWAY_AUDIENCE?.split(",").map((one) => one.trim()).filter(Boolean),
        header: e.GATEWAY_JWT_HEADER,
      }
      : null,
    gatewaySecret: e.GATEWAY_SECRET,
    initialAdminEmail: e.INITIAL_ADMIN_EMAIL,
    operatorEmail: e.OPERATOR_EMAIL,
    heartbeatUrl: e.HEARTBEAT_URL,
    alertAfterSeconds: e.ALERT_AFTER_SECONDS,
    backupMaxAgeHours: e.BACKUP_MAX_AGE_HOURS,
    mail: mailConfigOf(e),
    isHeld: e.HELD === "1",
    callbackAllowNets: e.CALLBACK_ALLOW_NETS,
    channelAllowNets: e.CHANNEL_ALLOW_NETS,
    callbackPorts: e.CALLBACK_PORTS,
    graph: {
      url: e.META_GRAPH_URL.replace(/\/+$/, ""),
      instagramUrl: e.META_INSTAGRAM_URL.replace(/\/+$/, ""),
      mediaHosts: e.META_MEDIA_HOSTS.split(",").map((host) => host.trim().toLowerCase())
        .filter(Boolean),
    },
    oauthClients: oauthClientsOf(e),
    rateLimit: { perSecond: e.RATE_LIMIT_PER_SECOND, burst: e.RATE_LIMIT_BURST },
    phoneLimit: { perSecond: e.PHONE_LIMIT_PER_SECOND, burst: e.PHONE_LIMIT_BURST },
    companyLimit: { perSecond: e.COMPANY_LIMIT_PER_SECOND, burst: e.COMPANY_LIMIT_BURST },
    memberLimit: { perSecond: e.MEMBER_LIMIT_PER_SECOND, burst: e.MEMBER_LIMIT_BURST },
    streamLimits: {
      perCaller: e.STREAM_LIMIT_PER_CALLER,
      perCompany: e.STREAM_LIMIT_PER_COMPANY,
      perProcess: e.STREAM_LIMIT_PER_PROCESS,
    },
    pollLimits: {
      perCaller: e.POLL_LIMIT_PER_KEY,
      perCompany: e.POLL_LIMIT_PER_COMPANY,
      perProcess: e.POLL_LIMIT_PER_PROCESS,
    },
    contactLimits: { perAddress: e.CONTACT_LIMIT_PER_ADDRESS, perDay: e.CONTACT_LIMIT_PER_DAY },
    linkLimit: { perSecond: e.LINK_LIMIT_PER_SECOND, burst: e.LINK_LIMIT_BURST },
    anonymousLimit: { perSecond: e.ANONYMOUS_LIMIT_PER_SECOND, burst: e.ANONYMOUS_LIMIT_BURST },
    newcomerLimit: { perSecond: e.NEWCOMER_LIMIT_PER_SECOND, burst: e.NEWCOMER_LIMIT_BURST },
    clientIpHeader: e.CLIENT_IP_HEADER,
    vapidSubject: e.VAPID_SUBJECT,
    secretsKeys: e.SECRETS_KEYS,
    filesBytesPerCompany: e.MAX_FILES_BYTES_PER_COMPANY,
    pushHosts: e.PUSH_HOSTS,
    pushMaxPerHost: e.PUSH_MAX_PER_HOST,
    bounds: {
      companiesPerPerson: e.MAX_COMPANIES_PER_PERSON,
      keysPerCompany: e.MAX_KEYS_PER_COMPANY,
      phonesPerCompany: e.MAX_PHONES_PER_COMPANY,
      recordsPerCompany: e.MAX_RECORDS_PER_COMPANY,
      fallbackStrangersPerDay: e.MAX_FALLBACK_STRANGERS_PER_DAY,
    },
    retentionDays: e.RETENTION_DAYS,
    activityMonths: e.ACTIVITY_MONTHS,
    logLevel: e.LOG_LEVEL,
  };
}

function oauthClientsOf(e: z.output<typeof environment>): OAuthClients {
  const { GOOGLE_OAUTH_CLIENT_ID: google, MICROSOFT_OAUTH_CLIENT_ID: microsoft } = e;
  return {
    ...(google ? { google: { id: google, secret: e.GOOGLE_OAUTH_CLIENT_SECRET! } } : {}),
    ...(microsoft
      ? { microsoft: { id: microsoft, secret: e.MICROSOFT_OAUTH_CLIENT_SECRET! } }
      : {}),
  };
}

function processEnvironment(): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.keys(environment.shape).map((name) => [name, Deno.env.get(name)]),
  );
}
