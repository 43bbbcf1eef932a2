/** Prometheus' own tool, where it is installed. */
export const hasPromtool = await new Deno.Command("promtool", {
  args: ["--version"],
  ...{ stdout: "null", stderr: "null" },
}).output().then(({ success }) => success, () => false);

/** Registers the test where the tool is. */
export function testWithPromtool(name: string, test: () => Promise<void>): void {
  if (hasPromtool) Deno.test(name, test);
}
