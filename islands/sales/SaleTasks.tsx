export { SaleTasks } from "@/lib/panel/sales/SaleTasks.tsx";
