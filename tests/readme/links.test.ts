/** The pages lead to each other, and the first of them is short. */
import assert from "node:assert/strict";
import { dirname, join, normalize } from "node:path";
import { root } from "../tidy/sources.ts";
import { page, pages, readme } from "./readme.ts";

/** As GitHub makes them of headings. */
function anchorsOf(text: string): string[] {
  const prose = text.replaceAll(/^```[^]*?^```$/gm, "");
  return [...prose.matchAll(/^#+ (.*)$/gm)].map(([, heading]) =>
    heading!.toLowerCase().replaceAll(/[^\p{L}\p{N}\s_-]/gu, "").replaceAll(" ", "-")
  );
}

Deno.test("every link between the pages has a target", () => {
  let count = 0;
  for (const path of pages) {
    for (const [, target, anchor] of page(path).matchAll(/\]\(([^)#\s]*)(?:#([^)\s]+))?\)/g)) {
      if (/^[a-z]+:/.test(target!)) continue;
      const file = target ? normalize(join(dirname(path), target)) : path;
      assert.ok(Deno.statSync(join(root, file)), `${path}: ${target}`);
      if (anchor) assert.ok(anchorsOf(page(file)).includes(anchor), `${path}: ${file}#${anchor}`);
      count++;
    }
  }
  assert.ok(count > 50, String(count));
});

Deno.test("README says what a newcomer needs in ten minutes", () => {
  const words = readme.split(/\s+/).filter(Boolean).length;
  assert.ok(words < 1_500, `${words} words`);
});

Deno.test("the index of docs/ leads to every page but decisions", () => {
  const index = page("docs/README.md");
  for (const path of pages.filter((one) => /^docs\/(?!decisions|README)/.test(one))) {
    assert.ok(index.includes(`(${path.slice("docs/".length)})`), path);
  }
});

Deno.test("the first test to copy is one that runs", () => {
  const code = Deno.readTextFileSync(join(root, "tests/first.test.ts"));
  assert.ok(page("docs/first-test.md").includes(`\`\`\`ts\n${code}\`\`\``));
});
