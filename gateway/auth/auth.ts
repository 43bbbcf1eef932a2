/** better-auth as the gateway uses it: never by its own URLs, only by `call.ts`. */
import { passkey } from "@better-auth/passkey";
import { betterAuth } from "better-auth";
import { emailOTP, jwt } from "better-auth/plugins";
import type { JwtOptions } from "better-auth/plugins/jwt";
import type { Log } from "@/lib/tools/log.ts";
import type { GatewayConfig } from "@/gateway/config.ts";
import { currentAttempt } from "./attempt.ts";
import { browserCookie, codePrefix, nameOfCode } from "./browsers.ts";
import { authentication, type Knowing, mayOpen, registration } from "./hooks.ts";
import { openKeys, signingKey } from "./keys.ts";

/** `__Host-` lets no other host, subdomain or plain http set it. */
export const sessionCookie = "__Host-relevo";
export const challengeCookie = "__Host-relevo_challenge";
export const ownCookies = [sessionCookie, challengeCookie, browserCookie];

/** Only this process sets it, on requests that it makes for better-auth. */
export const addressHeader = "x-relevo-address";
export const authPath = "/.gateway/auth";

export const sessionSeconds = 30 * 86_400;
export const codeSeconds = 10 * 60;

interface Options extends Knowing {
  config: Pick<GatewayConfig, "publicUrl" | "issuer" | "audience">;
  /** Signs cookies and encrypts the keys of tokens. */
  secret: string;
  log: Log;
}

export type Auth = ReturnType<typeof createAuth>;

export function jwtOptions({ issuer, audience }: Options["config"], knowing: Knowing): JwtOptions {
  return {
    disableSettingJwtHeader: true,
    jwks: { keyPairConfig: { alg: "RS256", modulusLength: 2048 } },
    adapter: { getJwks: ({ context }) => keysToSign(knowing, context.secretConfig) },
    jwt: {
      issuer,
      audience,
      expirationTime: "5m",
      definePayload: ({ user, session }) => ({
        email: user.email,
        email_verified: session.proved,
        ...(session.proved ? {} : { relevo_company: session.companyId }),
      }),
    },
  };
}

function nameInAttempt(identifier: string): Promise<string> {
  const attempt = currentAttempt();
  if (attempt?.way !== "code") throw new Error("a code belongs to a browser");
  return Promise.resolve(nameOfCode(identifier, attempt.browser));
}

/** The plugin signs with the newest key that it is shown. */
async function keysToSign({ db }: Knowing, secret: Parameters<typeof openKeys>[1]) {
  const keys = await db.selectFrom("jwks").selectAll().execute();
  const signing = signingKey(await openKeys(keys, secret), Date.now());
  return signing
    ? [{ ...signing, alg: "RS256" as const, expiresAt: undefined, crv: undefined }]
    : [];
}

const rateLimit = {
  enabled: true,
  storage: "database",
  window: 60,
  max: 60,
  customRules: {
    "/sign-in/email-otp": false, // by `takeGuess`
    "/passkey/verify-authentication": { window: 60, max: 30 },
    "/passkey/verify-registration": { window: 60, max: 30 },
  },
} as const;

export function createAuth({ config, secret, log, ...knowing }: Options) {
  const { publicUrl } = config;
  const cookie = { secure: true, httpOnly: true, path: "/", sameSite: "lax" } as const;
  return betterAuth({
    appName: "Relevo",
    baseURL: publicUrl,
    basePath: authPath,
    secret,
    telemetry: { enabled: false },
    // It would take up OpenTelemetry, which the metrics' package brings along.
    experimental: { instrumentation: { enabled: false } },
    database: { db: knowing.db, type: "postgres" },
    trustedOrigins: [publicUrl],
    disabledPaths: ["/token", "/get-session"],
    logger: {
      log: (level, message, ...details) => {
        const error = details.find((one) => one instanceof Error);
        log[level](`auth_${level}`, { message, ...(error ? { error: String(error) } : {}) });
      },
    },
    verification: {
      storeIdentifier: {
        default: "plain",
        overrides: { [codePrefix]: { hash: nameInAttempt } },
      },
    },
    session: {
      expiresIn: sessionSeconds,
      disableSessionRefresh: true,
      cookieCache: { enabled: false },
      additionalFields: {
        proved: { type: "boolean", required: true, input: false, defaultValue: false },
        companyId: { type: "number", required: false, input: false },
        credentialId: { type: "string", required: false, input: false },
      },
    },
    databaseHooks: {
      session: {
        create: {
          before: async (session) => ({
            data: { ...session, ...await mayOpen(knowing, session.userId) },
          }),
        },
      },
    },
    rateLimit,
    advanced: {
      // Its defaults hang on variables of the environment that tests set.
      disableOriginCheck: false,
      disableCSRFCheck: false,
      useSecureCookies: false, // would name them __Secure-
      cookies: {
        session_token: { name: sessionCookie, attributes: cookie },
        challenge: { name: challengeCookie, attributes: cookie },
      },
      ipAddress: { ipAddressHeaders: [addressHeader] },
    },
    plugins: [
      passkey({
        rpID: new URL(publicUrl).hostname,
        rpName: "Relevo",
        origin: publicUrl,
        authenticatorSelection: { residentKey: "required", userVerification: "required" },
        registration: registration(knowing),
        authentication: authentication(knowing),
        advanced: { webAuthnChallengeCookie: "challenge" },
      }),
      emailOTP({
        disableSignUp: true,
        storeOTP: "hashed",
        expiresIn: codeSeconds,
        allowedAttempts: 3,
        // Codes are made by `codes.ts`, for every address alike; the plugin itself sends none.
        sendVerificationOTP: () => Promise.reject(new Error("codes are sent by the gateway")),
      }),
      jwt(jwtOptions(config, knowing)),
    ],
  });
}
