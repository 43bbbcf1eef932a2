export { TaskChecklist } from "@/lib/panel/tasks/parts/TaskChecklist.tsx";
