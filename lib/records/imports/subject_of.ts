import type { Happening, Subject } from "@/lib/records/activities.ts";
import type { LockedRow } from "@/lib/records/bulk/many.ts";
import type { ImportedNoun } from "@/lib/records/imports/import.ts";
import { nouns } from "@/lib/records/nouns.ts";

/** Subject and client of the noun's activities; `was` must have its client column, if any. */
export function subjectOf(noun: ImportedNoun) {
  const { key, client } = nouns[noun];
  return ({ id, was }: LockedRow): Pick<Happening, "subject" | "clientId"> => ({
    subject: { [key]: id } as Subject,
    clientId: noun === "client" ? id : client === null ? null : was[client],
  });
}
