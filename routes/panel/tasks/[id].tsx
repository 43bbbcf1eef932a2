import { define } from "@/lib/http/pages.ts";
import { Panel, RecordPage } from "@/components/record/RecordPage.tsx";
import { type Entry, Timeline } from "@/components/record/Timeline.tsx";
import { TaskHead } from "@/components/tasks/TaskHead.tsx";
import { NoteComposer } from "@/islands/NoteComposer.tsx";
import { NoteVisit } from "@/islands/Frame.tsx";
import { RecordFields } from "@/islands/RecordFields.tsx";
import { TaskChecklist } from "@/islands/TaskChecklist.tsx";
import { TaskDue } from "@/islands/TaskDue.tsx";
import { TaskVerbs } from "@/islands/TaskVerbs.tsx";
import { listPeople } from "@/lib/access/people.ts";
import { taskFields } from "@/lib/crm/tasks/fields.ts";
import { findTask } from "@/lib/crm/tasks/tasks.ts";
import { panelPage } from "@/lib/pages/panel_page.ts";
import { readHistory } from "@/lib/pages/record_history.ts";
import { recordId } from "@/lib/pages/record_id.ts";
import { formFields } from "@/lib/pages/form_fields.ts";
import { speak } from "@/lib/words/language.ts";
import { historyWords } from "@/lib/words/panel/history.ts";
import { nounWords } from "@/lib/words/panel/nouns.ts";
import { taskWords } from "@/lib/words/panel/work/tasks.ts";

export const handler = panelPage({
  run: async ({ trx, member, params, language, now }) => {
    const id = recordId(params);
    return {
      task: await findTask(trx, member, id),
      people: await listPeople(trx, member),
      history: await readHistory(trx, member, "task", id),
      format: { language, timeZone: member.timezone, now },
      companyId: member.companyId,
    };
  },
  title: ({ task }) => task.title,
});

export default define.page<typeof handler>(({ data }) => {
  const { task, people, history, format, companyId } = data;
  const { language, timeZone } = format;
  const words = speak(taskWords, language);
  const who = { companyId, language };
  const { id, version, checklist, status, due_all_day } = task;
  const steps = { id, version, checklist };
  const due = { id, version, due_at: task.due_at?.toISOString() ?? null, due_all_day };
  return (
    <RecordPage
      back={{ href: `/panel/tasks?company_id=${companyId}`, label: nounWords.tasks.many[language] }}
      title={task.title}
      meta={
        <>
          <TaskHead task={task} companyId={companyId} format={format} />
          <data hidden data-json="task-status" value={JSON.stringify(status)} />
          <data hidden data-json="task-due" value={JSON.stringify(due)} />
          <data hidden data-json="checklist" value={JSON.stringify(steps)} />
        </>
      }
      actions={<TaskVerbs {...who} taskId={id} status={status} />}
      aside={
        <Panel title={historyWords.title[language]}>
          <NoteComposer {...who} subject={{ task_id: id }} />
          <div data-region="history">
            <Timeline
              entries={history.entries as Entry[]}
              total={history.total}
              of={{ type: "task", id }}
              companyId={companyId}
              format={format}
            />
          </div>
        </Panel>
      }
    >
      <NoteVisit companyId={companyId} title={task.title} />
      <Panel title={words.checklist.title}>
        <TaskChecklist {...who} task={steps} />
      </Panel>
      <Panel title={words.data}>
        <TaskDue {...who} task={due} timeZone={timeZone} />
        <RecordFields
          {...who}
          timeZone={timeZone}
          path={`tasks/${id}`}
          record={task}
          fields={formFields(taskFields, "record", { language, people, shown: task })}
        />
      </Panel>
    </RecordPage>
  );
});
