/** A key server and a verifier of its tokens. */
import assert from "node:assert/strict";
import { createGateway, type GatewayOptions } from "@/lib/access/gateway/gateway.ts";
import type { GatewayErrorCode } from "@/lib/access/gateway/key_set.ts";
import { type KeyServer, startKeyServer } from "@/tests/support/gateway.ts";

export const ana = { email: "ana@example.com" };
// Off by default since Deno 2.9.
const strict = { sanitizeOps: true, sanitizeResources: true };

interface Scene {
  keys: KeyServer;
  verify(token: string | null): Promise<{ email: string }>;
  refuses(token: string | null, code: GatewayErrorCode): Promise<void>;
  /** Moves the verifier's clock on. */
  later(ms: number): void;
  keysErrors: Error[];
}

interface SceneOptions extends Partial<GatewayOptions> {
  /** The verifier's clock stands still but for `later`. */
  isStill?: boolean;
}

export function scene(
  name: string,
  act: (scene: Scene) => Promise<void>,
  { isStill, ...options }: SceneOptions = {},
): void {
  Deno.test({ name: `gateway token: ${name}`, ...strict }, async () => {
    await using keys = await startKeyServer();
    let skew = 0;
    const startedAt = Date.now();
    const keysErrors: Error[] = [];
    const gateway = createGateway({
      jwksUrl: keys.jwksUrl,
      now: () => (isStill ? startedAt : Date.now()) + skew,
      onKeysError: (error) => keysErrors.push(error),
      ...options,
    });
    const verify = async (token: string | null) => {
      const { email } = await gateway.verify(token);
      return { email };
    };
    try {
      await act({
        keys,
        verify,
        keysErrors,
        later: (ms) => skew += ms,
        refuses: (token, code) =>
          assert.rejects(verify(token), { name: "GatewayError", code }).then(() => {}),
      });
    } finally {
      await gateway.close();
    }
  });
}
