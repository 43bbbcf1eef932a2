import type { Alert } from "@/lib/alerts/alert.ts";
import { largeTable, recordsShare } from "@/lib/status/growth.ts";

/** Alerts about what grows, as it was last measured. */
export const growthAlerts: Alert[] = [
  {
    name: "company_large",
    class: "know",
    afterSeconds: 0,
    ofInstallation: ({ growth }) =>
      (growth?.companies ?? [])
        .filter(({ isBounded, rows }) => isBounded && rows > recordsShare * growth!.mostRecords)
        .map(({ companyId, company, table, rows: count }) => ({
          subject: `${companyId} ${table}`,
          facts: {
            ...{ companyId, company, table, count },
            percent: Math.floor(100 * count / growth!.mostRecords),
          },
        })),
    rules: [{ expression: `relevo_company_records_share > ${recordsShare}` }],
  },
  {
    name: "table_large",
    class: "know",
    afterSeconds: 0,
    ofInstallation: ({ growth }) =>
      (growth?.tables ?? [])
        .filter(({ rows, bytes }) => rows >= largeTable.rows || bytes >= largeTable.bytes)
        .map(({ table, rows: count, bytes: size }) => ({
          ...{ subject: table, facts: { table, count, size } },
        })),
    rules: [{
      expression: `relevo_table_rows >= ${largeTable.rows} or ` +
        `relevo_table_bytes >= ${largeTable.bytes}`,
    }],
  },
];
