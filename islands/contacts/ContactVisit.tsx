export { ContactVisit } from "@/lib/panel/contacts/thread/ContactVisit.tsx";
