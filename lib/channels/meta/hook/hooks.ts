import { timingSafeEqual } from "node:crypto";
import { HookApps, type SigningApp } from "@/lib/channels/meta/hook/hook_apps.ts";
import {
  noteObjects,
  noteRefused,
  type SignedHook,
  storeHooks,
} from "@/lib/channels/meta/hook/hook_bodies.ts";
import { hookObjects } from "@/lib/values/hook_object.ts";
import { isSigned, signatureIn } from "@/lib/channels/meta/hook/signature.ts";
import type { Db } from "@/lib/db/connection.ts";
import { asWorker } from "@/lib/db/transaction.ts";
import { problem } from "@/lib/input/errors.ts";
import { readBytes } from "@/lib/input/input.ts";
import type { SecretCipher } from "@/lib/secrets/secret_cipher.ts";
import { describeError, type Log } from "@/lib/tools/log.ts";
import { Batcher } from "@/lib/work/batcher.ts";

/** Takes what Meta posts: docs/decisions/0066. */

/** Meta sends no larger body. */
export const mostHookBytes = 3 * 1024 * 1024;
const perBatch = 200;
const mostTries = 3;
const mostBatchBytes = 8 * 1024 * 1024;
const notedForMs = 60_000;

interface HooksOptions {
  db: Db;
  log: Log;
  cipher: SecretCipher | null;
  split(companyId: number): void;
}

export class Hooks {
  #apps: HookApps;
  #batcher: Batcher<SignedHook, boolean>;
  /** By app: calls refused since they were last noted, and when that was. */
  #refused = new Map<number, { count: number; notedAt: number }>();
  #tasks = new Set<Promise<void>>();

  constructor(private readonly options: HooksOptions) {
    this.#apps = new HookApps(options);
    const store = (hooks: SignedHook[]) => asWorker(options.db, (trx) => storeHooks(trx, hooks));
    this.#batcher = new Batcher(store, {
      most: perBatch,
      atOnce: 2,
      fits: ({ body }, chosen) =>
        chosen.reduce((sum, one) => sum + one.body.length, body.length) <= mostBatchBytes,
    });
  }

  /** Meta: Webhooks, "Verification requests". @throws Problem not_found, verify_token_wrong */
  async shake(hook: string, query: URLSearchParams): Promise<string> {
    const app = await this.#apps.findAnew(hook);
    const [mode, token, challenge] = ["mode", "verify_token", "challenge"]
      .map((name) => query.get(`hub.${name}`) ?? "") as [string, string, string];
    const isKnown = isSame(token, app.verifyToken);
    if (mode !== "subscribe" || !isKnown || !/^\w{1,200}$/.test(challenge)) {
      throw problem("verify_token_wrong");
    }
    // Which object it is for, Meta does not say.
    await asWorker(
      this.options.db,
      (trx) =>
        noteObjects(trx, { companyId: app.companyId, appId: app.id }, hookObjects, "handshake_at"),
    );
    return challenge;
  }

  /** Stores a signed body. @throws Problem unauthorized, not_found, too_large */
  async take(hook: string, req: Request): Promise<void> {
    const signature = signatureIn(req.headers.get("x-hub-signature-256"));
    if (!signature) throw problem("unauthorized");
    const app = await this.#apps.find(hook);
    const body = await readBytes(req, mostHookBytes);
    await this.#takeSigned(hook, app, { signature, body });
    this.options.split(app.companyId);
  }

  /** An app that has changed since it was read is read again. */
  async #takeSigned(
    hook: string,
    firstApp: SigningApp,
    { signature, body }: { signature: Uint8Array; body: Uint8Array },
  ): Promise<void> {
    let app = firstApp;
    for (let tries = 0; tries < mostTries; tries++) {
      if (isSigned(body, signature, app.secrets)) {
        const { companyId, id: appId, version } = app;
        if (await this.#batcher.add({ companyId, appId, version, body })) return;
        app = await this.#apps.findAnew(hook);
      } else {
        const newer = await this.#apps.findNewer(hook, app);
        if (!newer) break;
        app = newer;
      }
    }
    this.#noteRefused(app);
    throw problem("unauthorized");
  }

  async idle(): Promise<void> {
    await this.#batcher.idle();
    await Promise.all(this.#tasks);
  }

  /** Strangers must not write a row with each call. */
  #noteRefused(app: SigningApp): void {
    const now = Date.now();
    const { count = 0, notedAt = 0 } = this.#refused.get(app.id) ?? {};
    if (now - notedAt < notedForMs) {
      this.#refused.set(app.id, { count: count + 1, notedAt });
      return;
    }
    this.#refused.set(app.id, { count: 0, notedAt: now });
    const { db, log } = this.options;
    const task = asWorker(db, (trx) => noteRefused(trx, app, count + 1))
      .catch((error) => log.warn("refused_hook_not_noted", describeError(error)))
      .finally(() => this.#tasks.delete(task));
    this.#tasks.add(task);
  }
}

/** In constant time for texts of one length. */
function isSame(one: string, other: string): boolean {
  const [a, b] = [one, other].map((text) => new TextEncoder().encode(text)) as [
    Uint8Array,
    Uint8Array,
  ];
  return a.length === b.length && timingSafeEqual(a, b);
}
