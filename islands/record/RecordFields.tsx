/** An island on most pages of a record, and a part of other islands. */
export { RecordFields } from "@/lib/panel/record/RecordFields.tsx";
