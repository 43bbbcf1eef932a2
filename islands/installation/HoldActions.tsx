export { HoldActions } from "@/lib/panel/installation/HoldActions.tsx";
