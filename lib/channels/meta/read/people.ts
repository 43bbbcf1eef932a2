import type { Person } from "@/lib/channels/meta/read/event.ts";
import { idIn, lineIn, objectIn, objectsIn, type Untyped } from "@/lib/channels/meta/untyped.ts";

const longestName = 200;
/** Instagram's and WhatsApp's are shorter. */
const longestUsername = 100;

/** Names of a person, each once, without what is none. */
export function personOf(ids: readonly unknown[], more: Partial<Person> = {}): Person {
  const sound = [...new Set(ids.map(idIn).filter((id) => id !== null))];
  const digits = sound.find((id) => /^[1-9]\d{6,14}$/.test(id));
  return {
    ids: sound,
    name: null,
    username: null,
    phone: digits === undefined ? null : `+${digits}`,
    ...more,
  };
}

/** The other side of a WhatsApp event, by what it and the list of people beside it say. */
export function whatsappPerson(ids: readonly unknown[], contacts: unknown): Person {
  const own = new Set(ids.map(idIn).filter((id) => id !== null));
  const people = objectsIn(contacts);
  const named = people.filter((one) => idsOf(one).some((id) => own.has(id)));
  // The only one is who writes, also where the event has no id of theirs.
  const [first] = named.length > 0 || own.size > 0 ? named : people.slice(0, 1);
  const profile = objectIn(first?.profile) ?? {};
  return personOf([...own, ...named.flatMap(idsOf), ...first ? idsOf(first) : []], {
    name: lineIn(profile.name, longestName),
    username: lineIn(profile.username ?? first?.username, longestUsername),
    ...named.some(({ origin }) => origin === "contact_request") && { isShared: true },
  });
}

function idsOf({ wa_id, user_id, parent_user_id }: Untyped): string[] {
  return [wa_id, user_id, parent_user_id].map(idIn).filter((id) => id !== null);
}
