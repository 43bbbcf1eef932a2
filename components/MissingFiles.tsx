/**
 * The first script of a page: notes what is typed, and fetches the script that offers to load the
 * page anew (lib/panel/page/input/missing_files.ts) where a part of it does not load, or did not before.
 */
export function MissingFiles() {
  return <script dangerouslySetInnerHTML={{ __html: script }} />;
}

const script = `{
const { nonce } = document.currentScript, typed = new Set();
const note = missingFiles = { typed, key: "relevo:typed:" + location.pathname };
const fetchScript = () => {
  if (!note.script) document.head.append(
    note.script = Object.assign(document.createElement("script"), { nonce, src: "/missing_files.js" }));
};
const keep = () => fetchScript(note.keeps = 1);
addEventListener("input", ({ target }) => typed.add(target), true);
addEventListener("error", ({ target: { localName } }) =>
  /^(script|link)$/.test(localName) && keep(note.isBroken = 1), true);
addEventListener("missingfile", keep);
try { sessionStorage[note.key] && fetchScript() } catch {}
}`;
