export { ApprovalRules } from "@/lib/panel/settings/ApprovalRules.tsx";
