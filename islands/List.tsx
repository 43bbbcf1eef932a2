/** What most lists hold, in one bundle: each is small, and a request has headers. */
export { ExcelButton } from "@/components/list/ExcelButton.tsx";
export { ListFilters } from "@/components/list/ListFilters.tsx";
export { ListKeys } from "@/components/list/ListKeys.tsx";
