export { TaskVerbs } from "@/lib/panel/tasks/parts/TaskVerbs.tsx";
