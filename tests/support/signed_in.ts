/**
 * A sign-in gateway with one person signed in: passes every request on with their token, also those
 * that a browser makes by itself, to which a test cannot add headers.
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createProxy } from "@/gateway/proxy/proxy.ts";

export interface SignedIn extends AsyncDisposable {
  url: string;
}

/**
 * Starts one on a free port of 127.0.0.1.
 * @param target the app's address
 * @param token what the gateway says of the person
 */
export async function signIn(target: string, token: string): Promise<SignedIn> {
  const identityHeader = "Cf-Access-Jwt-Assertion";
  const proxy = createProxy({ target, identityHeader, ownCookies: ["session"] });
  const server = createServer((incoming, answer) =>
    proxy.forward(incoming, answer, { identity: token, unreachable: () => answer.destroy() })
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      proxy.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
