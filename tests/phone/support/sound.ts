import type { Page } from "playwright-core";

/** What a thumb would miss: smaller than 44 px. */
export async function smallTargets(page: Page): Promise<string[]> {
  return await page.evaluate(() =>
    [...document.querySelectorAll(
      "button, .segment, .switch, .place, .conversation-tool, .write-tool, select, input.code, textarea, .pair-foot a",
    )]
      .filter((element) => {
        const { width, height } = element.getBoundingClientRect();
        return width > 0 && (height < 43.5 || width < 43.5);
      }).map(({ outerHTML }) => outerHTML.slice(0, 120))
  );
}
