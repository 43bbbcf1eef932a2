export { NewRecord } from "@/lib/panel/record/new/NewRecord.tsx";
