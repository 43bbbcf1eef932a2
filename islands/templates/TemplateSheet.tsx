export { TemplateSheet } from "@/lib/panel/templates/TemplateSheet.tsx";
