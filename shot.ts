import { launch } from "./tests/support/browser.ts";
const [url, name] = Deno.args;
for (const [w,s] of [[1440,"light"],[1440,"dark"],[390,"light"],[390,"dark"]] as const) {
  await using b = await launch({ viewport:{width:w,height:w===390?844:900}, colorScheme:s, locale:"es-ES", isMobile:w===390, hasTouch:w===390 });
  await b.page.goto(url!, {waitUntil:"networkidle"});
  await b.page.screenshot({path:`/tmp/s-${name}-${w}-${s}.png`, fullPage:true});
  if (w===1440&&s==="dark") await b.page.pdf({path:`/tmp/s-${name}.pdf`, format:"A4"});
  b.watch.assertClean({allow:/40\d|422/});
}
