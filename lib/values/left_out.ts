/** Reason why a file was left out. `beyond_parts`: behind the last part of a mail that is read. */
export type LeftOutReason =
  | "no_room"
  | "too_many"
  | "too_large"
  | "beyond_parts"
  | "empty"
  | "unreachable"
  | "expired";
