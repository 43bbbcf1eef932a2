export { LatestNotifications } from "@/lib/panel/notifications/parts/LatestNotifications.tsx";
