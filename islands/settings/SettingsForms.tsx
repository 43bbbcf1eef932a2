/** Forms of the settings in one bundle: small, and each on a page of its own. */
export { ApprovalRules } from "@/lib/panel/settings/ApprovalRules.tsx";
export { OriginList } from "@/lib/panel/settings/OriginList.tsx";
