/** A run of text within a paragraph. */
export interface Run {
  kind: "text" | "code" | "strong";
  text: string;
}

const marked = /`([^`]+)`|\*\*([^*]+)\*\*/g;

/** Reads the part of Markdown that descriptions use: paragraphs, `code` and **strong**. */
export function paragraphsOf(text: string): Run[][] {
  return text.split(/\n{2,}/).filter((part) => part.trim()).map(runsOf);
}

function runsOf(paragraph: string): Run[] {
  const runs: Run[] = [];
  let end = 0;
  for (const { 0: whole, 1: code, 2: strong, index } of paragraph.matchAll(marked)) {
    if (index > end) runs.push({ kind: "text", text: paragraph.slice(end, index) });
    runs.push(code ? { kind: "code", text: code } : { kind: "strong", text: strong! });
    end = index + whole.length;
  }
  if (end < paragraph.length) runs.push({ kind: "text", text: paragraph.slice(end) });
  return runs;
}
