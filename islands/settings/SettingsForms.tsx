/** Forms of the settings in one bundle: small, and each on a page of its own. */
export { ApprovalRules } from "@/lib/panel/settings/ApprovalRules.tsx";
export { ClosedDays } from "@/lib/panel/settings/ClosedDays.tsx";
export { OpeningHours } from "@/lib/panel/settings/OpeningHours.tsx";
export { OriginList } from "@/lib/panel/settings/OriginList.tsx";
export { NoticePreferences } from "@/lib/panel/settings/NoticePreferences.tsx";
