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
  /** Those of the app and of its triggers. */
  statements: number;
  /** Postgres's own: checks and cascades of foreign keys, one a row and key. */
  ofKeys: number;
  rows: number;
  blocks: number;
}

/** Reads the log from an offset on: rows that scans gave or left out, blocks hit or read. */
export async function handledIn(path: string, offset: number): Promise<Handled> {
  const sum: Handled = { statements: 0, ofKeys: 0, rows: 0, blocks: 0 };
  let plan: string[] | undefined;
  const endPlan = () => {
    if (plan) add(sum, JSON.parse(plan.join("")));
    plan = undefined;
  };
  const file = await Deno.open(path);
  await file.seek(offset, Deno.SeekMode.Start);
  const texts = file.readable.pipeThrough(new TextDecoderStream())
    .pipeThrough(new TextLineStream());
  for await (const line of texts) {
    if (line.startsWith("\t")) plan?.push(line);
    else {
      endPlan();
      if (/LOG: {2}duration: \S+ ms {2}plan:$/.test(line)) plan = [];
    }
  }
  endPlan();
  return sum;
}

interface Logged {
  "Query Text": string;
  Plan: Node;
}

function add(sum: Handled, { Plan: plan, "Query Text": text }: Logged): void {
  // Only foreign keys write so.
  if (/^(DELETE FROM|UPDATE|SELECT 1 FROM) ONLY "/.test(text)) sum.ofKeys++;
  else sum.statements++;
  sum.rows += rowsOf(plan);
  // A call of a function has the blocks of the statements in it, which are logged themselves.
  if (/^\s*select relevo_\w+\(/i.test(text)) return;
  sum.blocks += (plan["Shared Hit Blocks"] ?? 0) + (plan["Shared Read Blocks"] ?? 0);
}

function rowsOf(node: Node): number {
  const each = (node["Actual Rows"] ?? 0) + (node["Rows Removed by Filter"] ?? 0) +
    (node["Rows Removed by Index Recheck"] ?? 0);
  const isScan = / Scan$/.test(node["Node Type"]) && !/^(Bitmap Index|Subquery|CTE|Function)/
    .test(node["Node Type"]);
  const own = isScan ? each * (node["Actual Loops"] ?? 1) : 0;
  return (node.Plans ?? []).reduce((sum, inner) => sum + rowsOf(inner), own);
}

class TextLineStream extends TransformStream<string, string> {
  constructor() {
    let rest = "";
    super({
      transform(chunk, controller) {
        const lines = (rest + chunk).split("\n");
        rest = lines.pop()!;
        for (const line of lines) controller.enqueue(line);
      },
    });
  }
}
