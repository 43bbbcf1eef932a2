export { NewKey } from "@/lib/panel/notifications/keys/NewKey.tsx";
