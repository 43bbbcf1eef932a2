import type { Run } from "@/lib/http/reference/prose.ts";

/** A description of the document: its texts are English, whatever the page around them speaks. */
export function ApiProse({ paragraphs }: { paragraphs: Run[][] }) {
  return (
    <>
      {paragraphs.map((runs, at) => (
        <p key={at} lang="en">
          <ApiRuns runs={runs} />
        </p>
      ))}
    </>
  );
}

/** The runs of one paragraph. */
export function ApiRuns({ runs }: { runs: Run[] }) {
  return (
    <>
      {runs.map(({ kind, text }, at) =>
        kind === "code"
          ? <code key={at}>{text}</code>
          : kind === "strong"
          ? <strong key={at}>{text}</strong>
          : text
      )}
    </>
  );
}
