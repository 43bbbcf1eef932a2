import { fetchModule } from "@/components/fetch_module.ts";
import type { ExcelLibrary } from "@/lib/panel/excel/build_workbook.ts";

/** 250 KB, so only when asked for: the build for today's browsers, without polyfills or eval. */
export async function loadExcel() {
  const [{ default: library }, { buildWorkbook }] = await Promise.all([
    fetchModule(() => import("exceljs/dist/exceljs.bare.min.js")),
    fetchModule(() => import("@/lib/panel/excel/build_workbook.ts")),
  ]);
  return { library: library as ExcelLibrary, buildWorkbook };
}
