export { QuickAdd } from "@/lib/panel/tasks/parts/QuickAdd.tsx";
