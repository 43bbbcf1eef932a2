/** Rows and blocks that statements handle, from the plans that the server's log has of each. */

/** Settings of a server that logs the plan of every statement, those of triggers too. */
export const planSettings = {
  session_preload_libraries: "auto_explain",
  "auto_explain.log_min_duration": "0",
  "auto_explain.log_analyze": "on",
  "auto_explain.log_buffers": "on",
  "auto_explain.log_timing": "off",
  "auto_explain.log_nested_statements": "on",
  "auto_explain.log_format": "json",
};

interface Node {
  "Node Type": string;
  "Actual Rows"?: number;
  "Actual Loops"?: number;
  "Rows Removed by Filter"?: number;
  "Rows Removed by Index Recheck"?: number;
  "Shared Hit Blocks"?: number;
  "Shared Read Blocks"?: number;
  Plans?: Node[];
}

export interface Handled {
  statements: number;
  rows: number;
  blocks: number;
}

/** Reads what was logged: rows that scans gave or left out, blocks hit or read. */
export function handledIn(log: string): Handled {
  const sum: Handled = { statements: 0, rows: 0, blocks: 0 };
  for (const [, text] of log.matchAll(/LOG: {2}duration: \S+ ms {2}plan:\n((?:\t.*\n)+)/g)) {
    const { Plan: plan } = JSON.parse(text!) as { Plan: Node };
    sum.statements++;
    sum.rows += rowsOf(plan);
    sum.blocks += (plan["Shared Hit Blocks"] ?? 0) + (plan["Shared Read Blocks"] ?? 0);
  }
  return sum;
}

function rowsOf(node: Node): number {
  const each = (node["Actual Rows"] ?? 0) + (node["Rows Removed by Filter"] ?? 0) +
    (node["Rows Removed by Index Recheck"] ?? 0);
  const isScan = / Scan$/.test(node["Node Type"]) && !/^(Bitmap Index|Subquery|CTE|Function)/
    .test(node["Node Type"]);
  const own = isScan ? each * (node["Actual Loops"] ?? 1) : 0;
  return (node.Plans ?? []).reduce((sum, inner) => sum + rowsOf(inner), own);
}
