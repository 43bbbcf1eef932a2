import { hrefIn } from "@/components/page.ts";
import { refreshRegions } from "@/lib/panel/live/regions.ts";
import { runVerb } from "@/lib/panel/save/run_verb.ts";
import type { Language } from "@/lib/words/language.ts";

interface Who {
  companyId: number;
  language: Language;
}

/** Does what a pressed button of a mail says. */
export async function pressMail({ dataset }: HTMLElement, who: Who): Promise<void> {
  if (dataset.forward) await moveForward(dataset.forward, who);
  else if (dataset.invited) await followInvitation(dataset, who);
  else await chooseSender(dataset, who);
}

/** Goes along with a forward that leaves for another conversation. */
async function moveForward(path: string, who: Who): Promise<void> {
  const moved = await runVerb<{ id: number; contact_id: number }>({ path, isLeaving: true }, who);
  if (!moved.ok) return;
  const { id, contact_id } = moved.data;
  if (path.startsWith(`contacts/${contact_id}/`)) await refreshRegions();
  else location.assign(hrefIn(who.companyId, `/panel/contacts/${contact_id}#message-${id}`));
}

/** Moves or cancels an event as a mail says. */
async function followInvitation(dataset: DOMStringMap, who: Who): Promise<void> {
  const { invited, message, version, done, undo } = dataset;
  await runVerb({
    path: `events/${invited}/invitation`,
    json: { message_id: Number(message), version: Number(version) },
    done,
    undo: JSON.parse(undo!),
  }, who);
}

/** Saves whose the mails of a sender are. */
async function chooseSender(dataset: DOMStringMap, who: Who): Promise<void> {
  const { sender: address, answers, done } = dataset;
  const json = { address, answers_to: answers };
  await runVerb({ path: "channels/senders", method: "PUT", json, done }, who);
}
