export { RowVerbs } from "@/lib/panel/list/RowVerbs.tsx";
