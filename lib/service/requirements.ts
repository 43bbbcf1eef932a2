import { type Config, ConfigError } from "@/lib/service/config.ts";

export function requireGateway(config: Config): void {
  const missing = [
    !config.gateway && "GATEWAY_JWKS_URL",
    !config.gateway?.audience?.length && "GATEWAY_AUDIENCE",
  ].filter(Boolean);
  if (missing.length === 0) return;
  const choice = config.gateway || config.gatewaySecret ? "" : ownOrAnother;
  throw new ConfigError(
    `missing settings: ${
      missing.join(", ")
    } (the sign-in gateway; see docs/operating/install.md)${choice}`,
  );
}

const ownOrAnother = `
  Somebody must sign people in. Either Relevo's own gateway (\`deno task gateway\`: passkeys, and
  codes by e-mail): set GATEWAY_SECRET in both processes, and these two to the gateway's key set
  and audience. Or a gateway of your own (Cloudflare Access or another that adds RS256 tokens): set
  these two to what it says.`;

/** Refuses to serve with the owner's password in the environment. */
export function requireNoOwner(config: Config): void {
  if (!config.migrateDatabaseUrl) return;
  throw new ConfigError(
    "MIGRATE_DATABASE_URL is not for the process that serves: `deno task start` uses it in one " +
      "before it (see docs/operating/install.md)",
  );
}
