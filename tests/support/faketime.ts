/** Debian's `faketime`: a process whose clock is off. */
import { globSync } from "node:fs";

/** The library, where it is installed. */
export const [faketime] = globSync("/usr/lib/*/faketime/libfaketime.so.1");

/** @param seconds `+3600`, or `-3600`, as a process' environment */
export function clockOff(seconds: string): Record<string, string> {
  return { LD_PRELOAD: faketime!, FAKETIME: seconds, DONT_FAKE_MONOTONIC: "1" };
}
