/** What the list of products holds besides what every list has. */
export { ArchiveRows } from "@/components/products/ArchiveRows.tsx";
export { ProductCells } from "@/components/products/ProductCells.tsx";
