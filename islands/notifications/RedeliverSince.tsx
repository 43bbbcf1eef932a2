export { RedeliverSince } from "@/lib/panel/notifications/callbacks/RedeliverSince.tsx";
