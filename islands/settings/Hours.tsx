/** When the company works, and what a member hears there. */
export { ClosedDays } from "@/lib/panel/settings/ClosedDays.tsx";
export { OpeningHours } from "@/lib/panel/settings/OpeningHours.tsx";
export { Wishes } from "@/lib/panel/settings/Wishes.tsx";
