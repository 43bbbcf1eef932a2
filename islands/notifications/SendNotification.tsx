export { SendNotification } from "@/lib/panel/notifications/parts/SendNotification.tsx";
