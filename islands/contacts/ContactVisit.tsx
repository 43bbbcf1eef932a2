export { ContactVisit } from "@/lib/panel/contacts/thread/ContactVisit.tsx";
export { MailViewer } from "@/lib/panel/contacts/thread/mail/MailViewer.tsx";
