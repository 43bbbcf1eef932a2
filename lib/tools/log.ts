/** Writes one JSON object a line: `time`, `level`, `event`, then the given fields. */
export interface Log {
  debug(event: string, fields?: Fields): void;
  info(event: string, fields?: Fields): void;
  warn(event: string, fields?: Fields): void;
  error(event: string, fields?: Fields): void;
  readonly writesInfo: boolean;
}

type Fields = Record<string, unknown>;
const levels = ["debug", "info", "warn", "error"] as const;
type LogLevel = (typeof levels)[number];

/** Callers give identifiers and numbers; never a secret, a message's text or a body. */
export function createLog(
  least: LogLevel = "info",
  write: (line: string) => void = console.log,
): Log {
  const writes = (level: LogLevel) => levels.indexOf(level) >= levels.indexOf(least);
  const at = (level: LogLevel) =>
    writes(level)
      ? (event: string, fields: Fields = {}) =>
        write(JSON.stringify({ time: new Date().toISOString(), level, event, ...fields }))
      : () => {};
  return {
    debug: at("debug"),
    info: at("info"),
    warn: at("warn"),
    error: at("error"),
    writesInfo: writes("info"),
  };
}

export function describeError(error: unknown): Fields {
  if (!(error instanceof Error)) return { error: String(error) };
  const code = (error as { code?: unknown }).code;
  return { error: `${error.name}: ${error.message}`, code, stack: error.stack };
}
