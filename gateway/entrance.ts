import { BoundedMap } from "@/lib/tools/bounded_map.ts";
import { describeError, type Log } from "@/lib/tools/log.ts";
import { type AppCalls, AppUnavailable } from "./app_calls.ts";
import type { Auth } from "./auth/auth.ts";
import { type Caller, type Session, sessionOf } from "./auth/call.ts";
import { isLive } from "./auth/hooks.ts";
import { endSessions } from "./auth/people.ts";
import type { Db } from "./storage/database.ts";

/** Validity of the app's answer about a session. */
export const entryMs = 60_000;

export type Admission =
  | { is: "in"; token: string; until: number; session: Session }
  | { is: "out" }
  | { is: "app_unavailable" | "database_unavailable" };

interface Options {
  auth: Auth;
  db: Db;
  app: AppCalls;
  log: Log;
  /** Milliseconds since the epoch. */
  now?: () => number;
}

/** Decides who comes in: an open session, whose person the app has let in within the last minute. */
export class Entrance {
  #entries = new BoundedMap<string, { token: Promise<string | null>; until: number }>(10_000);
  #now: () => number;

  constructor(private readonly options: Options) {
    this.#now = options.now ?? Date.now;
  }

  /** Finds the caller's session, and signs a token for the app that names its person. */
  async admit(caller: Pick<Caller, "cookie">): Promise<Admission> {
    if (!caller.cookie) return { is: "out" };
    const { auth, log } = this.options;
    try {
      // Read each time: a session that is ended, here or at another gateway, is over at once.
      const session = await sessionOf(auth, caller);
      if (!session) return { is: "out" };
      const { token, until } = this.#entryOf(session, caller);
      const signed = await token;
      return signed === null ? { is: "out" } : { is: "in", token: signed, until, session };
    } catch (error) {
      if (error instanceof AppUnavailable) return { is: "app_unavailable" };
      log.error("session_not_read", describeError(error));
      return { is: "database_unavailable" };
    }
  }

  #entryOf(session: Session, caller: Pick<Caller, "cookie">) {
    const { id, proved } = session.session;
    // A session that is proved meanwhile may more.
    const key = `${id} ${proved}`;
    const current = this.#entries.get(key);
    if (current && current.until > this.#now()) return current;
    const entry = { until: this.#now() + entryMs, token: this.#enter(session, caller) };
    this.#entries.set(key, entry);
    entry.token.catch(() => {
      if (this.#entries.get(key) === entry) this.#entries.delete(key);
    });
    return entry;
  }

  /** A token while the app lets the person in; else the session is over. @throws AppUnavailable */
  async #enter({ user, session }: Session, { cookie }: Pick<Caller, "cookie">) {
    const { auth, db, app, log } = this.options;
    const { proved, companyId = null, credentialId = null } = session;
    const opened = { proved, companyId: companyId ?? null, credentialId: credentialId ?? null };
    if (await isLive({ db, app }, user.email, opened)) {
      return (await auth.api.getToken({ headers: new Headers({ cookie }) })).token;
    }
    log.info("session_ended", { reason: "not_a_member" });
    // Where the mailbox is proved, the last membership has ended: so have all sessions.
    await endSessions(db, user.id, proved ? undefined : session.id);
    return null;
  }
}
