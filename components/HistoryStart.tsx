/**
 * The first script of a page with islands. Fresh's code in the browser takes a step back to an
 * entry without state for a page that is not here any more, and reloads it. A link to a place in the
 * same page makes such an entry too.
 */
export function HistoryStart() {
  return <script dangerouslySetInnerHTML={{ __html: start }} />;
}

const start = `(onhashchange=()=>history.state||history.replaceState({},""))()`;
