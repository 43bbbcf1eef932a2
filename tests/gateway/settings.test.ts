import assert from "node:assert/strict";
import { readGatewayConfig } from "@/gateway/config.ts";

const secret = "0123456789abcdef0123456789abcdef";
const least = {
  PUBLIC_URL: "https://crm.example.com/",
  GATEWAY_SECRET: secret,
  GATEWAY_AUDIENCE: "relevo, other",
};

function wrong(env: Record<string, string>): string[] {
  try {
    readGatewayConfig({ ...least, ...env });
    return [];
  } catch (error) {
    return (error as Error).message.split("\n").slice(1).map((line) => line.trim());
  }
}

Deno.test("gateway settings: what is set, and what is taken without", () => {
  const config = readGatewayConfig(least);
  assert.equal(config.publicUrl, "https://crm.example.com");
  assert.equal(config.issuer, "https://crm.example.com");
  assert.equal(config.audience, "relevo");
  assert.deepEqual([config.host, config.port], ["127.0.0.1", 8080]);
  assert.equal(config.mail, null);
  const smtp = { SMTP_HOST: "mail.example.com", SMTP_FROM: "crm@example.com" };
  assert.equal(readGatewayConfig({ ...least, ...smtp }).mail!.port, 587);
  assert.equal(readGatewayConfig({ ...least, ...smtp, SMTP_SECURITY: "tls" }).mail!.port, 465);
});

const badApps: [string, RegExp][] = [
  ["http://a/b", /^GATEWAY_APP_URL: address 1 must be an origin/],
  ["http://a,http://b/c", /address 2 must be an origin/],
  ["http://a?x", /address 1 must be an origin/],
  ["http://a?", /address 1 must be an origin/],
  ["http://a#x", /address 1 must be an origin/],
  ["http://u:p@a", /address 1 must be an origin/],
  ["http://@a", /address 1 must be an origin/],
  ["http://a\\b", /address 1 must be an origin/],
  ["http:a", /address 1 must be an origin/],
  ["a:8000", /address 1 must be an origin/],
  ["127.0.0.1", /address 1 must be an origin/],
  ["ftp://a", /address 1 must be an origin/],
  ["http://", /address 1 must be an origin/],
  ["http://a:70000", /address 1 must be an origin/],
  ["http://a;http://b", /address 1 must be an origin/],
  ["http://a|http://b", /address 1 must be an origin/],
  ["http://a, http://b", /address 2 has a space/],
  [" http://a", /address 1 has a space/],
  ["http://a http://b", /address 1 has a space/],
  ["http://a\thttp://b", /address 1 has a space/],
  ["http://a,", /address 2 is empty/],
  [",http://a", /address 1 is empty/],
  ["http://a,,http://b", /address 2 is empty/],
  ["http://a,http://a", /address 2 is there already: http:\/\/a/],
  ["http://a:80,http://A/", /address 2 is there already: http:\/\/a/],
  [Array.from({ length: 17 }, (_, at) => `http://a${at}`).join(","), /more than 16 addresses/],
];

Deno.test("gateway settings: several addresses of the app", () => {
  const appUrls = (GATEWAY_APP_URL: string) =>
    readGatewayConfig({ ...least, GATEWAY_APP_URL }).appUrls;
  assert.deepEqual(appUrls(""), ["http://127.0.0.1:8000"]);
  assert.deepEqual(appUrls("http://127.0.0.1:8000/,http://[::1]:8001,http://App.local:80"), [
    "http://127.0.0.1:8000",
    "http://[::1]:8001",
    "http://app.local",
  ]);
});

Deno.test("gateway settings: every wrong one is named", () => {
  assert.deepEqual(wrong({ PUBLIC_URL: "", GATEWAY_SECRET: "", GATEWAY_AUDIENCE: "" }), [
    "PUBLIC_URL: is missing",
    "GATEWAY_SECRET: is missing",
    "GATEWAY_AUDIENCE: is missing",
  ]);
  const cases: [Record<string, string>, RegExp][] = [
    [{ PUBLIC_URL: "http://crm.example.com" }, /^PUBLIC_URL: must be https/],
    [{ PUBLIC_URL: "https://crm.example.com/x" }, /^PUBLIC_URL: must be an origin/],
    [{ GATEWAY_SECRET: "short" }, /^GATEWAY_SECRET: must have at least 32/],
    [{ GATEWAY_AUTH_SECRET: secret }, /^GATEWAY_AUTH_SECRET: must differ/],
    [{ GATEWAY_DATABASE_URL: "postgres://x/y" }, /^GATEWAY_AUTH_SECRET: is needed/],
    ...badApps.map(([value, pattern]): [Record<string, string>, RegExp] => [
      { GATEWAY_APP_URL: value },
      pattern,
    ]),
    [{ SMTP_HOST: "mail" }, /^SMTP_FROM: is needed/],
    [{ SMTP_USER: "me" }, /^SMTP_PASSWORD: is needed/],
    [{ SMTP_FROM: "a@b.es\r\nBcc: c@d.es" }, /^SMTP_FROM: must be/],
    [{ SMTP_SECURITY: "ssl" }, /^SMTP_SECURITY: /],
    [{ GATEWAY_PORT: "0" }, /^GATEWAY_PORT: /],
    [{ DRAIN_SECONDS: "601" }, /^DRAIN_SECONDS: /],
    [{ DRAIN_SECONDS: "-1" }, /^DRAIN_SECONDS: /],
    [{ DRAIN_SECONDS: "soon" }, /^DRAIN_SECONDS: /],
  ];
  for (const [env, pattern] of cases) {
    const problems = wrong(env);
    assert.equal(problems.length, 1, JSON.stringify(env));
    assert.match(problems[0]!, pattern);
  }
  assert.deepEqual(wrong({ PUBLIC_URL: "http://localhost:8080" }), []);
});
