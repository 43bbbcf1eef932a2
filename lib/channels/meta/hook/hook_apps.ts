import { findHookApp, type HookApp } from "@/lib/channels/meta/hook/hook_bodies.ts";
import type { Db } from "@/lib/db/connection.ts";
import { RateLimiter } from "@/lib/fairness/rate_limits.ts";
import { problem } from "@/lib/input/errors.ts";
import type { SecretCipher } from "@/lib/secrets/secret_cipher.ts";
import { BoundedMap } from "@/lib/tools/bounded_map.ts";

/** An app with its secrets in the clear. */
export interface SigningApp extends Omit<HookApp, "secrets"> {
  secrets: string[];
}

const mostApps = 1_000;
/** Times that an app is read again because a signature does not fit: its secret may be new. */
const looks = { perSecond: 1, burst: 10 };

/** Apps by the address of their hook. What is kept is proved where a hook is stored. */
export class HookApps {
  #apps = new BoundedMap<string, SigningApp>(mostApps);
  #reading = new Map<string, Promise<SigningApp>>();
  #looks = new RateLimiter(looks);

  constructor(private readonly options: { db: Db; cipher: SecretCipher | null }) {}

  /** @throws Problem not_found */
  async find(hook: string): Promise<SigningApp> {
    return this.#apps.get(hook) ?? await this.findAnew(hook);
  }

  /** Calls beside one another share a statement. @throws Problem not_found */
  findAnew(hook: string): Promise<SigningApp> {
    const reading = this.#reading.get(hook) ??
      this.#read(hook).finally(() => this.#reading.delete(hook));
    this.#reading.set(hook, reading);
    return reading;
  }

  /** The app if it has changed; undefined too where it was asked too often. */
  async findNewer(hook: string, { id, version }: SigningApp): Promise<SigningApp | undefined> {
    if (!this.#looks.allows(id)) return undefined;
    const app = await this.findAnew(hook);
    return app.version === version ? undefined : app;
  }

  async #read(hook: string): Promise<SigningApp> {
    const { db, cipher } = this.options;
    const row = /^[\w-]{43}$/.test(hook) ? await findHookApp(db, hook) : undefined;
    if (!row) {
      this.#apps.delete(hook);
      throw problem("not_found");
    }
    const { companyId, id } = row;
    const secrets = row.secrets.flatMap(({ field, ...sealed }) =>
      cipher ? [cipher.open(sealed, { companyId, accountId: `app ${id}`, field })] : []
    );
    const app = { ...row, secrets };
    this.#apps.set(hook, app);
    return app;
  }
}
