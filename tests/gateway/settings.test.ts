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
    [{ GATEWAY_APP_URL: "http://a/b" }, /^GATEWAY_APP_URL: must be an origin/],
    [{ SMTP_HOST: "mail" }, /^SMTP_FROM: is needed/],
    [{ SMTP_USER: "me" }, /^SMTP_PASSWORD: is needed/],
    [{ SMTP_FROM: "a@b.es\r\nBcc: c@d.es" }, /^SMTP_FROM: must be/],
    [{ SMTP_SECURITY: "ssl" }, /^SMTP_SECURITY: /],
    [{ GATEWAY_PORT: "0" }, /^GATEWAY_PORT: /],
  ];
  for (const [env, pattern] of cases) {
    const problems = wrong(env);
    assert.equal(problems.length, 1, JSON.stringify(env));
    assert.match(problems[0]!, pattern);
  }
  assert.deepEqual(wrong({ PUBLIC_URL: "http://localhost:8080" }), []);
});
