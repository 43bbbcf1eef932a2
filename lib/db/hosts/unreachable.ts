import { isUnavailable } from "@/lib/db/transaction.ts";

export class DatabaseAway extends Error {
  override name = "DatabaseAway";
}

const settings = ["BACKUP", "MIGRATE", "GATEWAY"].map((name) => `${name}_DATABASE_URL`)
  .concat("DATABASE_URL");

interface Advice {
  codes: readonly string[];
  fault: string;
  todo(setting: string): string;
}

const silent: Advice = {
  codes: [],
  fault: "the database does not answer",
  todo: (setting) => `start Postgres, or correct the host and port in ${setting}`,
};

const advices: readonly Advice[] = [
  {
    codes: ["28P01", "28000"],
    fault: "the database refuses the login",
    todo: (setting) => `correct the user and password in ${setting}, or let the role in`,
  },
  {
    codes: ["3D000"],
    fault: "the server has no such database",
    todo: (setting) => `create it, or correct its name in ${setting}`,
  },
  {
    codes: ["ENOTFOUND", "EAI_AGAIN"],
    fault: "the database's host is not found",
    todo: (setting) => `correct its name in ${setting}, or the name service of this machine`,
  },
  {
    codes: ["53300"],
    fault: "the database has no connection left",
    todo: () => "raise its max_connections, or lower DATABASE_POOL_SIZE",
  },
  {
    codes: ["53100"],
    fault: "the database's disk is full",
    todo: () => "make room on it",
  },
  {
    codes: ["57014", "55P03"],
    fault: "the database took too long",
    todo: () => "try again once it has less to do",
  },
];

/** Says in one sentence why the database cannot be used and what to do; null for other errors. */
export function sayUnreachable(error: unknown): string | null {
  if (error instanceof DatabaseAway) return error.message;
  if (!isUnavailable(error)) return null;
  const { message, code = "" } = error as { message: string; code?: string };
  const { fault, todo } = advices.find(({ codes }) => codes.includes(code)) ?? silent;
  return `${fault}: ${message || code}; ${todo(settingNames())}`;
}

function settingNames(): string {
  const names = settings.filter((variable) =>
    Deno.permissions.querySync({ name: "env", variable }).state === "granted" &&
    Deno.env.get(variable)
  );
  return names.join(" or ") || "DATABASE_URL";
}

const pauseMs = 500;

/** Runs `work` again until the database answers. @throws DatabaseAway after `patienceMs` */
export async function onceUp<T>(
  work: () => Promise<T>,
  { refused, patienceMs = 30_000, isFinal = () => false }: {
    refused(error: unknown): void;
    patienceMs?: number;
    isFinal?(error: unknown): boolean;
  },
): Promise<T> {
  const until = Date.now() + patienceMs;
  while (true) {
    try {
      return await work();
    } catch (error) {
      const reason = sayUnreachable(error);
      if (reason === null) throw error;
      if (isFinal(error) || Date.now() > until) throw new DatabaseAway(reason, { cause: error });
      refused(error);
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
}
