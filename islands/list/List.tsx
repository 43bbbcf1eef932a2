/** Islands of most lists in one bundle: each is small, and a request has headers. */
export { ExcelButton } from "@/lib/panel/list/ExcelButton.tsx";
export { ListFilters } from "@/lib/panel/list/ListFilters.tsx";
export { ListKeys } from "@/lib/panel/list/ListKeys.tsx";
export { SearchAsTyped } from "@/lib/panel/list/search/SearchAsTyped.tsx";
