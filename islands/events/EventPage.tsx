export { EventFields } from "@/lib/panel/events/EventFields.tsx";
