/** The app on a data set, and a member of the large company who asks. */
import { company } from "@/bench/scale/data_set.ts";
import { memberOf } from "@/tests/support/filled.ts";
import type { KeyServer } from "@/tests/support/gateway.ts";
import { type App, startApp } from "@/tests/support/process.ts";

const audience = "bench";

interface OpenApp extends AsyncDisposable {
  app: App;
  /** Its DATA_DIR. */
  folder: string;
}

/** Starts the app on a data set, with limits off. */
export async function openApp(databaseUrl: string, { jwksUrl }: KeyServer): Promise<OpenApp> {
  const folder = await Deno.makeTempDir({ prefix: "relevo-bench-" });
  const app = await startApp({
    env: {
      DATA_DIR: folder,
      DATABASE_URL: databaseUrl,
      GATEWAY_JWKS_URL: jwksUrl,
      GATEWAY_AUDIENCE: audience,
      RATE_LIMIT_PER_SECOND: "0",
      PHONE_LIMIT_PER_SECOND: "0",
      COMPANY_LIMIT_PER_SECOND: "0",
      MEMBER_LIMIT_PER_SECOND: "0",
      LOG_LEVEL: "warn",
    },
  });
  return {
    app,
    folder,
    async [Symbol.asyncDispose]() {
      await app.stop();
      await Deno.remove(folder, { recursive: true });
    },
  };
}

/** Identity of a filled company's member, for as long as a measurement takes. */
export function memberToken(keys: KeyServer, companyId: number): Promise<string> {
  const email = memberOf(companyId);
  return keys.sign({ email, aud: audience, sub: email }, { expiresIn: 36_000 });
}

/** Asks as a member, reads everything, and returns the milliseconds until the first bytes. */
export async function asker(url: string, keys: KeyServer) {
  const token = await memberToken(keys, company);
  return async (method: string, path: string, json?: unknown): Promise<number> => {
    const start = performance.now();
    const address = new URL(path.startsWith("/") ? path : `/api/admin/${path}`, url);
    address.searchParams.set("company_id", String(company));
    const response = await fetch(address, {
      method,
      headers: {
        "Cf-Access-Jwt-Assertion": token,
        ...(json === undefined ? {} : { "Content-Type": "application/json" }),
      },
      body: json === undefined ? undefined : JSON.stringify(json),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    let firstMs: number | undefined;
    for await (const _ of response.body!) firstMs ??= performance.now() - start;
    return firstMs ?? performance.now() - start;
  };
}
