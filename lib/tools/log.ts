/** Writes one JSON object a line: `time`, `level`, `event`, then the given fields. */
export interface Log {
  debug(event: string, fields?: Fields): void;
  info(event: string, fields?: Fields): void;
  warn(event: string, fields?: Fields): void;
  error(event: string, fields?: Fields): void;
  readonly writesInfo: boolean;
  /** The same, with the id of the process that writes in each line. */
  of(instance: string): Log;
}

type Fields = Record<string, unknown>;
const levels = ["debug", "info", "warn", "error"] as const;
type LogLevel = (typeof levels)[number];

/** Callers give identifiers and numbers; never a secret, a message's text or a body. */
export function createLog(
  least: LogLevel = "info",
  write: (line: string) => void = console.log,
  always: Fields = {},
): Log {
  const writes = (level: LogLevel) => levels.indexOf(level) >= levels.indexOf(least);
  const at = (level: LogLevel) =>
    writes(level)
      ? (event: string, fields: Fields = {}) =>
        write(
          JSON.stringify({ time: new Date().toISOString(), level, event, ...always, ...fields }),
        )
      : () => {};
  return {
    debug: at("debug"),
    info: at("info"),
    warn: at("warn"),
    error: at("error"),
    writesInfo: writes("info"),
    of: (instance) => createLog(least, write, { ...always, instance }),
  };
}

export function describeError(error: unknown): Fields {
  if (!(error instanceof Error)) return { error: String(error) };
  const code = (error as { code?: unknown }).code;
  return { error: `${error.name}: ${error.message}`, code, stack: error.stack };
}
