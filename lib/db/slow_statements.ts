import type { LogEvent } from "kysely";
import type { Log } from "@/lib/tools/log.ts";
import { currentTrace } from "@/lib/tools/trace.ts";

const longestShown = 200;
/** Enough for what is shown once its values are gone. */
const mostRead = 2_000;

/** Text of a statement for the log: on one line, without the values that stand in it. */
export function shownStatement(sql: string): string {
  return sql.slice(0, mostRead)
    .replace(/'[^']*(?:'|$)/g, "?")
    .replace(/(?<![\w$.])\d[\d.]*/g, "?")
    .replace(/\s+/g, " ").trim().slice(0, longestShown);
}

/** Logs statements that took `slowMs` or longer, failed ones too; never if it is 0. */
export function slowStatements(slowMs: number, log: Log): (event: LogEvent) => void {
  return ({ query, queryDurationMillis: ms }) => {
    if (slowMs === 0 || ms < slowMs) return;
    const { requestId } = currentTrace() ?? {};
    log.warn("slow_statement", {
      ms: Math.round(ms),
      statement: shownStatement(query.sql),
      ...(requestId === undefined ? {} : { requestId }),
    });
  };
}
