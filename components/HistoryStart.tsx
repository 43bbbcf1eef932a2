/**
 * The first script of a page with islands. Fresh's code in the browser takes a step back to an
 * entry without state for a page that is not here any more, and reloads it.
 */
export function HistoryStart() {
  return <script dangerouslySetInnerHTML={{ __html: start }} />;
}

const start = `history.state||history.replaceState({},"")`;
