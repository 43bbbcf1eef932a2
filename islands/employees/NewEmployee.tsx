export { NewEmployee } from "@/lib/panel/employees/NewEmployee.tsx";
