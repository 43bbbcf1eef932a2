/** What came at another address, by the one that is lost. */
const found = new Map<string, unknown>();

/**
 * What a dynamic import brings, also after one that failed: as long as a page is open, a browser
 * may not ask again for a module that did not come (HTML, module map), so it asks elsewhere.
 *
 * @throws the browser's error when this fails too
 */
export async function fetchModule<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    const url = / module: (\S+)$/.exec(`${error}`)?.[1];
    if (!url) throw error;
    if (!found.has(url)) found.set(url, await import(`${url}?${Date.now()}`));
    return found.get(url) as Module;
  }
}
