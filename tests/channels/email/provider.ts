/** A provider on loopback whose sign-in opens mailboxes: tokens by TLS, and who they are of. */
import assert from "node:assert/strict";
import { createHash, randomUUID } from "node:crypto";
import { SignJWT } from "jose";
import { certificateFor } from "../../support/certificates.ts";

export interface Provider extends AsyncDisposable {
  /** Where a browser signs in, as the address that the form asks for. */
  authorizeUrl: string;
  tokenUrl: string;
  introspectionUrl: string;
  client: { id: string; secret: string };
  /** Somebody signs in where the app sent them. @returns what the way back brings */
  signIn(url: string, address: string): { code: string; state: string };
  knows(accessToken: string | undefined): boolean;
  /** From now on nothing is given for the mailbox's refresh tokens. */
  revoke(address: string): void;
  /** Access tokens open nothing any more, although they have not ended; refresh tokens do. */
  endEarly(): void;
  /** Of new access tokens, in seconds. */
  lasts: number;
  /** How often tokens were renewed. */
  renewed: number;
}

/** Every refresh token is good once, and access tokens end before they would be used again. */
export function startProvider(): Provider {
  const client = { id: "relevo.apps", secret: "client-secret-1" };
  const codes = new Map<string, { address: string; challenge: string; redirect: string }>();
  const accessTokens = new Map<string, string>();
  const refreshTokens = new Map<string, string>();
  const refuse = (error: string) =>
    Response.json({ error, error_description: "Token has been revoked." }, { status: 400 });
  const tokensOf = (address: string, idToken?: string) => {
    const [access, refresh] = [randomUUID(), randomUUID()];
    accessTokens.set(access, address);
    refreshTokens.set(refresh, address);
    return Response.json({
      ...{
        access_token: access,
        refresh_token: refresh,
        expires_in: provider.lasts,
        token_type: "Bearer",
      },
      ...(idToken === undefined ? {} : { id_token: idToken }),
    });
  };
  const token = async (request: Request): Promise<Response> => {
    const form = await request.formData();
    const field = (name: string) => String(form.get(name));
    if (field("client_id") !== client.id || field("client_secret") !== client.secret) {
      return refuse("invalid_client");
    }
    if (field("grant_type") === "refresh_token") {
      const address = refreshTokens.get(field("refresh_token"));
      refreshTokens.delete(field("refresh_token"));
      if (address === undefined) return refuse("invalid_grant");
      provider.renewed++;
      return tokensOf(address);
    }
    const begun = codes.get(field("code"));
    codes.delete(field("code"));
    const challenge = createHash("sha256").update(field("code_verifier")).digest("base64url");
    const isTheirs = begun?.challenge === challenge && begun.redirect === field("redirect_uri");
    if (!begun || !isTheirs) return refuse("invalid_grant");
    const claims = new SignJWT({ email: begun.address }).setProtectedHeader({ alg: "HS256" });
    return tokensOf(begun.address, await claims.sign(new TextEncoder().encode("any key")));
  };
  const issue = (params: URLSearchParams, address: string) => {
    assert.equal(params.get("response_type"), "code");
    assert.equal(params.get("client_id"), client.id);
    assert.equal(params.get("code_challenge_method"), "S256");
    const code = randomUUID();
    const [challenge, redirect] = [params.get("code_challenge")!, params.get("redirect_uri")!];
    codes.set(code, { address, challenge, redirect });
    return { code, state: params.get("state")! };
  };
  /** A page that asks who one is, and whether one agrees; then the way back. */
  const authorize = async (request: Request, params: URLSearchParams): Promise<Response> => {
    if (request.method === "GET") {
      const hint = (params.get("login_hint") ?? "").replace(/[<>&"]/g, "");
      return new Response(
        `<!doctype html><title>Provider</title><form method="post">
          <label>Address <input name="address" value="${hint}"></label>
          <button name="says" value="yes">Allow</button>
          <button name="says" value="no">Deny</button></form>`,
        { headers: { "content-type": "text/html" } },
      );
    }
    const form = await request.formData();
    const back = new URL(params.get("redirect_uri")!);
    const answer = form.get("says") === "yes"
      ? issue(params, String(form.get("address")))
      : { error: "access_denied", state: params.get("state")! };
    back.search = String(new URLSearchParams(answer));
    return Response.redirect(back, 303);
  };
  const listen = (
    options: Deno.ServeTcpOptions | (Deno.ServeTcpOptions & Deno.TlsCertifiedKeyPem),
  ) =>
    Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {}, ...options }, (request) => {
      const { pathname, searchParams } = new URL(request.url);
      if (pathname === "/token") return token(request);
      if (pathname === "/authorize") return authorize(request, searchParams);
      const email = accessTokens.get(searchParams.get("token") ?? "");
      return Response.json({ active: email !== undefined, email });
    });
  const secure = listen(certificateFor());
  // Dovecot asks on loopback, as its own configuration says.
  const plain = listen({});
  const provider: Provider = {
    authorizeUrl: `http://127.0.0.1:${plain.addr.port}/authorize`,
    tokenUrl: `https://localhost:${secure.addr.port}/token`,
    introspectionUrl: `http://127.0.0.1:${plain.addr.port}/introspect?token=`,
    client,
    signIn(url, address) {
      return issue(new URL(url).searchParams, address);
    },
    knows: (accessToken) => accessTokens.has(accessToken ?? ""),
    revoke(address) {
      for (const tokens of [refreshTokens, accessTokens]) {
        for (const [one, whose] of tokens) if (whose === address) tokens.delete(one);
      }
    },
    endEarly: () => accessTokens.clear(),
    lasts: 60,
    renewed: 0,
    async [Symbol.asyncDispose]() {
      await Promise.all([secure.shutdown(), plain.shutdown()]);
    },
  };
  return provider;
}
