export { ContactActions } from "@/lib/panel/contacts/ContactActions.tsx";
