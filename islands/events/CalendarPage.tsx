export { Calendar } from "@/lib/panel/events/calendar/parts/Calendar.tsx";
