/** Finds a program of another package: where the variable says, then where Debian puts it. */
export function findInstalled(variable: string, usual: string): string | null {
  const paths = [Deno.env.get(variable), usual];
  return paths.find((path) => {
    try {
      return path && Deno.statSync(path).isFile;
    } catch {
      return false;
    }
  }) ?? null;
}
