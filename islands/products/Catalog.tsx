/** What the list of products holds besides what every list has. */
export { ArchiveRows } from "@/lib/panel/products/parts/ArchiveRows.tsx";
export { ProductCells } from "@/lib/panel/products/parts/ProductCells.tsx";
