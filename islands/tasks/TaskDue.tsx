export { TaskDue } from "@/lib/panel/tasks/parts/TaskDue.tsx";
