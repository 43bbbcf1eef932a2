import { usePage, useWords } from "@/components/page.ts";
import { VerbButton } from "@/lib/panel/save/VerbButton.tsx";
import type { TaskStatus } from "@/lib/crm/tasks/task.ts";
import { useRegionData } from "@/lib/panel/live/use_region_data.ts";
import { taskWords } from "@/lib/panel/tasks/words.ts";

interface TaskVerbsProps {
  taskId: number;
  status: TaskStatus;
}

/** Start, finish, reopen and trash, each with its undo. */
export function TaskVerbs({ taskId, status: first }: TaskVerbsProps) {
  const { companyId, href, language } = usePage();
  const status = useRegionData("task-status", first);
  const words = useWords(taskWords);
  const caller = { companyId, language };
  const path = `tasks/${taskId}`;
  const change = { ...caller, path, method: "PATCH" as const };
  const undo = { path, method: "PATCH" as const, json: { status } };
  return (
    <>
      {status === "pending" && (
        <VerbButton
          {...change}
          json={{ status: "in_progress" }}
          label={words.begin}
          done={words.begun}
          undo={undo}
        />
      )}
      {status === "done"
        ? (
          <VerbButton
            {...change}
            json={{ status: "pending" }}
            label={words.reopenVerb}
            icon="rotate-cw"
            shortcut="e"
            done={words.reopened}
            undo={undo}
          />
        )
        : (
          <VerbButton
            {...change}
            json={{ status: "done" }}
            label={words.finishVerb}
            icon="check"
            look="primary"
            shortcut="e"
            done={words.finished}
            undo={undo}
          />
        )}
      <VerbButton
        path={path}
        method="DELETE"
        label={words.trash}
        icon="trash-2"
        done={words.trashed}
        undo={{ path: `${path}/restore` }}
        next={href("/panel/tasks")}
      />
    </>
  );
}
