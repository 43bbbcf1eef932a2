import { isRefusalCode, Refusal, type RefusalCode } from "./refusal.ts";
import { addressHeader, type Auth, authPath, challengeCookie, sessionCookie } from "./auth.ts";

/** Caller of a request, as the gateway sees it. */
export interface Caller {
  /** The whole Cookie header. */
  cookie: string;
  userAgent: string;
  /** Address of the connection, or the trusted proxy's word; never one that the caller claims. */
  address: string;
  /** The network around it, which limits count as one caller. */
  network: string;
}

interface AuthCall {
  method: "GET" | "POST";
  body?: unknown;
  caller: Caller;
  /** Whether an open session counts; for an invitation it must not. */
  withSession: boolean;
}

export interface AuthAnswer {
  // Input for the browser's WebAuthn call, passed on unchanged.
  // deno-lint-ignore no-explicit-any
  data: any;
  cookies: string[];
}

/** Calls an endpoint of better-auth, limits and all. @throws Refusal */
export async function callAuth(
  auth: Auth,
  path: string,
  { method, body, caller, withSession }: AuthCall,
): Promise<AuthAnswer> {
  const { baseURL } = await auth.$context;
  const { origin } = new URL(baseURL);
  const response = await auth.handler(
    new Request(`${origin}${authPath}${path}`, {
      method,
      headers: {
        origin,
        cookie: cookiesOf(caller.cookie, withSession),
        "user-agent": caller.userAgent,
        // As an address, or its own limits would take it for none.
        [addressHeader]: caller.network.replace(/\/64$/, ""),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    }),
  );
  const data = await response.json().catch(() => null);
  if (response.ok) return { data, cookies: response.headers.getSetCookie() };
  if (response.status === 429) {
    throw new Refusal("too_many", Number(response.headers.get("x-retry-after")));
  }
  throw new Refusal(codeOf(response.status, data?.code));
}

const refusalByCode: Record<string, RefusalCode> = {
  AUTHENTICATION_FAILED: "passkey_failed",
  CHALLENGE_NOT_FOUND: "passkey_failed",
  FAILED_TO_VERIFY_REGISTRATION: "passkey_failed",
  INVALID_OTP: "code_wrong",
  OTP_EXPIRED: "code_wrong",
  PASSKEY_NOT_FOUND: "passkey_unknown",
  SESSION_REQUIRED: "unauthorized",
  // If it differed from a wrong code, it would reveal that a code was sent.
  TOO_MANY_ATTEMPTS: "code_wrong",
};

function codeOf(status: number, code: unknown): RefusalCode {
  if (isRefusalCode(code)) return code;
  return refusalByCode[String(code)] ?? (status >= 500 ? "internal" : "bad_request");
}

function cookiesOf(cookie: string, withSession: boolean): string {
  const passed = withSession ? [sessionCookie, challengeCookie] : [challengeCookie];
  return cookie.split(";").map((pair) => pair.trim())
    .filter((pair) => passed.includes(pair.split("=")[0]!)).join("; ");
}

/** An open session with its person; null without one. */
export async function sessionOf(auth: Auth, caller: Pick<Caller, "cookie">) {
  const headers = new Headers({ cookie: cookiesOf(caller.cookie, true) });
  return await auth.api.getSession({ headers });
}

export type Session = NonNullable<Awaited<ReturnType<typeof sessionOf>>>;
