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
class TokenDesk {
  readonly client = { id: "relevo.apps", secret: "client-secret-1" };
  lasts = 60;
  renewed = 0;
  readonly #codes = new Map<string, { address: string; challenge: string; redirect: string }>();
  readonly #accessTokens = new Map<string, string>();
  readonly #refreshTokens = new Map<string, string>();

  async token(request: Request): Promise<Response> {
    const form = await request.formData();
    const field = (name: string) => String(form.get(name));
    if (field("client_id") !== this.client.id || field("client_secret") !== this.client.secret) {
      return refuse("invalid_client");
    }
    if (field("grant_type") === "refresh_token") {
      const address = this.#refreshTokens.get(field("refresh_token"));
      this.#refreshTokens.delete(field("refresh_token"));
      if (address === undefined) return refuse("invalid_grant");
      this.renewed++;
      return this.#tokensOf(address);
    }
    const begun = this.#codes.get(field("code"));
    this.#codes.delete(field("code"));
    const challenge = createHash("sha256").update(field("code_verifier")).digest("base64url");
    const isTheirs = begun?.challenge === challenge && begun.redirect === field("redirect_uri");
    if (!begun || !isTheirs) return refuse("invalid_grant");
    const claims = new SignJWT({ email: begun.address }).setProtectedHeader({ alg: "HS256" });
    return this.#tokensOf(begun.address, await claims.sign(new TextEncoder().encode("any key")));
  }

  issue(params: URLSearchParams, address: string): { code: string; state: string } {
    assert.equal(params.get("response_type"), "code");
    assert.equal(params.get("client_id"), this.client.id);
    assert.equal(params.get("code_challenge_method"), "S256");
    const code = randomUUID();
    const [challenge, redirect] = [params.get("code_challenge")!, params.get("redirect_uri")!];
    this.#codes.set(code, { address, challenge, redirect });
    return { code, state: params.get("state")! };
  }

  addressOf(accessToken: string): string | undefined {
    return this.#accessTokens.get(accessToken);
  }

  revoke(address: string) {
    for (const tokens of [this.#refreshTokens, this.#accessTokens]) {
      for (const [one, whose] of tokens) if (whose === address) tokens.delete(one);
    }
  }

  endEarly() {
    this.#accessTokens.clear();
  }

  #tokensOf(address: string, idToken?: string): Response {
    const [access, refresh] = [randomUUID(), randomUUID()];
    this.#accessTokens.set(access, address);
    this.#refreshTokens.set(refresh, address);
    return Response.json({
      ...{
        access_token: access,
        refresh_token: refresh,
        expires_in: this.lasts,
        token_type: "Bearer",
      },
      ...(idToken === undefined ? {} : { id_token: idToken }),
    });
  }
}

const refuse = (error: string) =>
  Response.json({ error, error_description: "Token has been revoked." }, { status: 400 });

/** A page that asks who one is, and whether one agrees; then the way back. */
async function authorize(
  desk: TokenDesk,
  request: Request,
  params: URLSearchParams,
): Promise<Response> {
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
    ? desk.issue(params, String(form.get("address")))
    : { error: "access_denied", state: params.get("state")! };
  back.search = String(new URLSearchParams(answer));
  return Response.redirect(back, 303);
}

export function startProvider(): Provider {
  const desk = new TokenDesk();
  const listen = (
    options: Deno.ServeTcpOptions | (Deno.ServeTcpOptions & Deno.TlsCertifiedKeyPem),
  ) =>
    Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {}, ...options }, (request) => {
      const { pathname, searchParams } = new URL(request.url);
      if (pathname === "/token") return desk.token(request);
      if (pathname === "/authorize") return authorize(desk, request, searchParams);
      const email = desk.addressOf(searchParams.get("token") ?? "");
      return Response.json({ active: email !== undefined, email });
    });
  const secure = listen(certificateFor());
  // Dovecot asks on loopback, as its own configuration says.
  const plain = listen({});
  return Object.assign(desk, {
    authorizeUrl: `http://127.0.0.1:${plain.addr.port}/authorize`,
    tokenUrl: `https://localhost:${secure.addr.port}/token`,
    introspectionUrl: `http://127.0.0.1:${plain.addr.port}/introspect?token=`,
    signIn: (url: string, address: string) => desk.issue(new URL(url).searchParams, address),
    knows: (accessToken: string | undefined) => desk.addressOf(accessToken ?? "") !== undefined,
    async [Symbol.asyncDispose]() {
      await Promise.all([secure.shutdown(), plain.shutdown()]);
    },
  });
}
