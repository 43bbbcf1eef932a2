export { ReleaseHeld } from "@/lib/panel/contacts/ReleaseHeld.tsx";
