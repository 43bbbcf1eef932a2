export { Invitations } from "@/lib/panel/employees/Invitations.tsx";
