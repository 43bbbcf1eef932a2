export { EventFields } from "@/lib/panel/events/EventFields.tsx";
export { TrashEvent } from "@/lib/panel/events/repeat/TrashEvent.tsx";
