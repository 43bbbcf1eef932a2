import { usePage, useWords } from "@/components/page.ts";
import { linksOf } from "@/lib/panel/composer/entry_kinds.ts";
import { define } from "@/lib/http/pages.ts";
import { Panel, RecordPage } from "@/lib/panel/record/RecordPage.tsx";
import { TaskHead } from "@/lib/panel/tasks/parts/TaskHead.tsx";
import { NoteVisit } from "@/islands/frame/Frame.tsx";
import { TaskChecklist, TaskFields, TaskVerbs } from "@/islands/tasks/TaskPage.tsx";
import { listPeople } from "@/lib/access/people.ts";
import { taskFields } from "@/lib/crm/tasks/fields.ts";
import { findTask } from "@/lib/crm/tasks/tasks.ts";
import { HistoryPanel } from "@/routes/panel/(_frame)/HistoryPanel.tsx";
import { panelPage } from "@/lib/panel/record/panel_page.ts";
import { readHistory } from "@/lib/panel/record/record_history.ts";
import { recordId } from "@/lib/panel/record/record_id.ts";
import { formFields } from "@/lib/panel/form/form_fields.ts";
import { nounWords } from "@/lib/words/nouns.ts";
import { taskWords } from "@/lib/panel/tasks/words.ts";

export const handler = panelPage({
  stylesheets: ["/tasks.css", "/lines.css"],
  run: async ({ trx, member, params, language }) => {
    const id = recordId(params);
    return {
      task: await findTask(trx, member, id),
      people: await listPeople(trx, member),
      history: await readHistory(trx, { ...member, language }, "task", id),
      userId: member.userId,
    };
  },
  title: ({ task }) => task.title,
});

export default define.page<typeof handler>(({ data }) => {
  const { href, language } = usePage();
  const { task, people, history } = data;
  const words = useWords(taskWords);
  const { id, version, checklist, status, due_all_day } = task;
  const steps = { id, version, checklist };
  const due = { id, version, due_at: task.due_at?.toISOString() ?? null, due_all_day };
  return (
    <RecordPage
      back={{ href: href("/panel/tasks"), label: nounWords.tasks.many[language] }}
      title={task.title}
      meta={
        <>
          <TaskHead task={task} />
          <data hidden data-json="task-status" value={JSON.stringify(status)} />
          <data hidden data-json="task-due" value={JSON.stringify(due)} />
          <data hidden data-json="checklist" value={JSON.stringify(steps)} />
        </>
      }
      actions={<TaskVerbs taskId={id} status={status} />}
      aside={
        <HistoryPanel
          subject={{ task_id: id }}
          links={linksOf(task)}
          people={people}
          me={data.userId}
          history={history}
          of={{ type: "task", id }}
        />
      }
    >
      <NoteVisit title={task.title} />
      <Panel title={words.checklist.title}>
        <TaskChecklist task={steps} />
      </Panel>
      <Panel title={words.data}>
        <TaskFields
          due={due}
          path={`tasks/${id}`}
          record={task}
          fields={formFields(taskFields, "record", { language, people, record: task })}
        />
      </Panel>
    </RecordPage>
  );
});
