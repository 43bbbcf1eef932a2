import type { ExcelLibrary } from "@/lib/panel/excel/build_workbook.ts";

/**
 * Loads what builds workbooks: 250 KB, so only when one is asked for. This build of exceljs is the one
 * for browsers of today: without polyfills, node modules or eval.
 */
export async function loadExcel() {
  const [{ default: library }, { buildWorkbook }] = await Promise.all([
    import("exceljs/dist/exceljs.bare.min.js"),
    import("@/lib/panel/excel/build_workbook.ts"),
  ]);
  return { library: library as ExcelLibrary, buildWorkbook };
}
