import { memberOf } from "@/lib/crm/conversations/reach.ts";
import { takeConversation } from "@/lib/crm/conversations/take.ts";
import { changeTask } from "@/lib/crm/tasks/tasks.ts";
import type { AnswerHandler } from "@/lib/notify/answering/handlers.ts";

// Buttons of the CRM's notices: run in the answer's transaction, as the phone's member. A late
// answer changes nothing and is no error.

/** Marks a task done, unless it is done or gone. */
const finishTask: AnswerHandler = async (trx, { device, ref }) => {
  const actor = memberOf(device);
  const { task_id: id } = ref as { task_id: number };
  const task = await trx.selectFrom("tasks").select("status")
    .where("company_id", "=", actor.companyId).where("id", "=", id)
    .where("deleted_at", "is", null).forUpdate().executeTakeFirst();
  if (task && task.status !== "done") await changeTask(trx, actor, id, { status: "done" });
};

/** Assigns a contact, unless it is assigned or gone. */
const takeContact: AnswerHandler = async (trx, { device, ref }) => {
  await takeConversation(trx, memberOf(device), (ref as { contact_id: number }).contact_id);
};

/** Handlers by the names that notices carry. */
export const crmAnswerHandlers: [string, AnswerHandler][] = [
  ["task_done", finishTask],
  ["contact_take", takeContact],
];
