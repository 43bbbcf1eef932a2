export { LoneField } from "@/lib/panel/employees/LoneField.tsx";
