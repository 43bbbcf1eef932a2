/** Islands of a task's page in one bundle: one request in place of several. */
export { TaskChecklist } from "@/lib/panel/tasks/parts/TaskChecklist.tsx";
export { TaskFields } from "@/lib/panel/tasks/parts/TaskFields.tsx";
export { TaskVerbs } from "@/lib/panel/tasks/parts/TaskVerbs.tsx";
