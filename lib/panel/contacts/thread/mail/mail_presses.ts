import type { Caller } from "@/lib/panel/api/call_api.ts";
import { hrefIn } from "@/components/page.ts";
import { refreshRegions } from "@/lib/panel/live/regions.ts";
import { runVerb } from "@/lib/panel/save/run_verb.ts";

/** Does what a pressed button of a mail says. */
export async function pressMail({ dataset }: HTMLElement, caller: Caller): Promise<void> {
  if (dataset.forward) await moveForward(dataset.forward, caller);
  else if (dataset.invited) await followInvitation(dataset, caller);
  else await chooseSender(dataset, caller);
}

/** Goes along with a forward that leaves for another conversation. */
async function moveForward(path: string, caller: Caller): Promise<void> {
  const moved = await runVerb<{ id: number; contact_id: number }>(
    { path, isLeaving: true },
    caller,
  );
  if (!moved.ok) return;
  const { id, contact_id } = moved.data;
  if (path.startsWith(`contacts/${contact_id}/`)) await refreshRegions();
  else location.assign(hrefIn(caller.companyId, `/panel/contacts/${contact_id}#message-${id}`));
}

/** Moves or cancels an event as a mail says. */
async function followInvitation(dataset: DOMStringMap, caller: Caller): Promise<void> {
  const { invited, message, version, done, undo } = dataset;
  await runVerb({
    path: `events/${invited}/invitation`,
    json: { message_id: Number(message), version: Number(version) },
    done,
    undo: JSON.parse(undo!),
  }, caller);
}

/** Saves whose the mails of a sender are. */
async function chooseSender(dataset: DOMStringMap, caller: Caller): Promise<void> {
  const { sender: address, answers, done } = dataset;
  const json = { address, answers_to: answers };
  await runVerb({ path: "channels/senders", method: "PUT", json, done }, caller);
}
