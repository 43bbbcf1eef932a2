export { EntryLink } from "@/lib/panel/employees/EntryLink.tsx";
