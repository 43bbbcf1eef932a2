import { setTimeout as delay } from "node:timers/promises";
import type { Session } from "@/lib/backup/session/session.ts";
import { CommandError } from "@/lib/commands/command.ts";

/** A process that has just ended may still look connected. */
const patienceMs = 3_000;

/**
 * @param name how such processes name their connections, as a pattern of `like`
 * @returns the database's name. @throws CommandError while a process of Relevo is connected
 */
export async function requireAlone(session: Session, name: string): Promise<string> {
  for (const until = Date.now() + patienceMs;;) {
    const { rows: [place] } = await session.query<{ name: string; others: number }>(
      `select current_database() as name, (select count(*) from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid()
           and application_name like $1) as others`,
      [name],
    );
    if (place!.others === 0) return place!.name;
    if (Date.now() > until) {
      throw new CommandError("a process of Relevo is connected to the database: stop it first");
    }
    await delay(100);
  }
}
