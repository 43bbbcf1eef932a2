export { PairPhone } from "@/lib/panel/notifications/parts/PairPhone.tsx";
