import type { Invitation } from "@/gateway/app_calls.ts";
import { credentialsOf, findPerson } from "./people.ts";
import type { Db } from "@/gateway/storage/database.ts";

/** Effect of a link: it adds a passkey, or only leads to sign-in. */
export type Standing = "adds" | "leads";

/**
 * A link adds no passkey to an address that can already sign in, or that is a member elsewhere:
 * anyone who was given the link could sign in as that person.
 */
export async function standingOf(
  { db, hasMail }: { db: Db; hasMail: boolean },
  { email, addsCredential, recover }: Invitation,
): Promise<Standing> {
  if (recover) return "adds";
  if (!addsCredential) return "leads";
  const person = await findPerson(db, email);
  if (!person) return "adds";
  if (person.emailVerified && hasMail) return "leads";
  return (await credentialsOf(db, person.id)).length > 0 ? "leads" : "adds";
}
