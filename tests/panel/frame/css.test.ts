import assert from "node:assert/strict";
import { compileCss } from "@/lib/build/css.ts";

Deno.test("the stylesheet holds the classes that the markup names, and no others", async () => {
  const root = await Deno.makeTempDir();
  for (const folder of ["routes", "islands", "components/deep", "lib/panel"]) {
    await Deno.mkdir(`${root}/${folder}`, { recursive: true });
  }
  const markup = "<p class={`flex ${wide ? 'md:grid' : \"hover:hidden\"}`} />";
  await Deno.writeTextFile(`${root}/components/deep/A.tsx`, markup);
  const source = `@theme { --breakpoint-md: 48rem; }
    @import "tailwindcss/utilities.css" layer(utilities);`;
  const css = await compileCss(source, { root, minify: false, utilities: true });
  for (const rule of [".flex", ".md\\:grid", ".hover\\:hidden"]) {
    assert.ok(css.includes(rule), rule);
  }
  assert.doesNotMatch(css, /\.block|\.wide/);
  const small = await compileCss(source, { root, minify: true, utilities: true });
  assert.ok(small.length < css.length && small.includes(".md\\:grid"));
  await Deno.remove(root, { recursive: true });
});
