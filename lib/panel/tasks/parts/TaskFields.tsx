import type { ComponentProps } from "preact";
import { RecordFields } from "@/lib/panel/record/RecordFields.tsx";
import { TaskDue } from "@/lib/panel/tasks/parts/TaskDue.tsx";

interface TaskFieldsProps extends ComponentProps<typeof RecordFields> {
  due: ComponentProps<typeof TaskDue>["task"];
}

/** The day that a task is due on, and its other fields. */
export function TaskFields({ due, ...props }: TaskFieldsProps) {
  return (
    <>
      <TaskDue task={due} />
      <RecordFields {...props} />
    </>
  );
}
