export { ConvertContact } from "@/lib/panel/contacts/ConvertContact.tsx";
