import assert from "node:assert/strict";
import { renderToString } from "preact-render-to-string";
import { Icon } from "@/components/icons/Icon.tsx";
import { pageOf, usePage } from "@/components/page.ts";
import "@/components/icons/page_icons.ts";
import { keptPart, PageProvider } from "@/components/page_provider.ts";
import { dayIn } from "@/lib/values/dates.ts";

const usual = {
  companyId: 1,
  language: "es" as const,
  companyLanguage: "es" as const,
  timeZone: "Europe/Madrid",
  now: new Date("2026-11-30T10:00:00Z"),
};

Deno.test("a kept part is drawn again for other props, another company, language or day", () => {
  let draws = 0;
  const Part = keptPart(({ name, at }: { name: string; at: Date }) => {
    draws++;
    const { href, language, timeZone, now } = usePage();
    return (
      <>
        <a href={href("/panel/contacts")} title={name}>{language}</a>
        <i>{dayIn(timeZone, now)} {at.toISOString()}</i>
      </>
    );
  }, 10);
  const at = new Date(0);
  const draw = (other: Partial<typeof usual> = {}, props = { name: `<&">`, at }) =>
    renderToString(
      <PageProvider value={pageOf({ ...usual, ...other })}>
        <p>
          <Part {...props} />
        </p>
      </PageProvider>,
    );
  const first = draw();
  assert.match(first, /^<p><a href="\/panel\/contacts\?company_id=1" title="&lt;&amp;&quot;>">es</);
  assert.equal(draw({ now: new Date("2026-11-30T22:59:00Z") }), first);
  assert.equal(draws, 1);
  const others = [
    draw({ companyId: 2 }),
    draw({ companyLanguage: "en" as "es" }),
    draw({ language: "en" as "es" }),
    draw({ now: new Date("2026-11-30T23:00:00Z") }),
    draw({}, { name: "b", at }),
    draw({}, { name: `<&">`, at: new Date(1) }),
  ];
  assert.equal(draws, 1 + others.length);
  assert.equal(new Set([first, ...others]).size, others.length, "one differs in nothing drawn");
  assert.equal(draw(), first);
  assert.equal(draws, 1 + others.length);
});

Deno.test("a nonce or an island is drawn each time", () => {
  let nonce = 0;
  const Part = keptPart(() => <script nonce={String(nonce)} />, 10);
  const Started = keptPart(() => {
    const text = `<!--frsh:${nonce}-->`;
    return <p dangerouslySetInnerHTML={{ __html: text }} />;
  }, 10);
  for (; nonce < 3; nonce++) {
    const text = renderToString(
      <PageProvider value={pageOf({ ...usual })}>
        <div>
          <Part />
          <Started />
        </div>
      </PageProvider>,
    );
    assert.match(text, new RegExp(`nonce="${nonce}".*frsh:${nonce}`));
  }
});

Deno.test("a kept icon has the class that was asked for", () => {
  const draw = (size?: string) =>
    renderToString(
      <p>
        <Icon name="plus" class={size} />
      </p>,
    );
  const [plain, small] = [draw(), draw("size-3")];
  assert.match(small, /class="size-4 shrink-0 fill-none stroke-current size-3"/);
  assert.deepEqual([draw(), draw("size-3")], [plain, small]);
  assert.notEqual(plain, small);
});
