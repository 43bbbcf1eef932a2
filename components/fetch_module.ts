/** Next number for each address that could not be imported. */
const next = new Map<string, number>();

/**
 * What a dynamic import brings, also after one that failed: as long as a page is open, a browser
 * does not ask again for a module that did not come (HTML, module map), so it asks elsewhere.
 *
 * @throws the browser's error when this fails too
 */
export async function fetchModule<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    const url = / module: (\S+)$/.exec(String(error))?.[1];
    if (!url) throw error;
    const number = next.get(url) ?? 1;
    try {
      return await import(`${url}?again=${number}`);
    } catch (failure) {
      next.set(url, number + 1);
      throw failure;
    }
  }
}
