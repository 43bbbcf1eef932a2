export { Calendar } from "@/lib/panel/events/calendar/parts/Calendar.tsx";
export { NewEvent } from "@/lib/panel/events/repeat/NewEvent.tsx";
