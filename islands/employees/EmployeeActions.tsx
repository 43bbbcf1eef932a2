export { EmployeeActions } from "@/lib/panel/employees/EmployeeActions.tsx";
