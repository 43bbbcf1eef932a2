import { define } from "@/lib/http/pages.ts";
import { ListPage } from "@/components/list/ListPage.tsx";
import { AboutApp } from "@/components/notifications/AboutApp.tsx";
import { PhoneRows } from "@/components/notifications/PhoneRows.tsx";
import { Sections } from "@/components/notifications/Sections.tsx";
import { PairPhone } from "@/islands/PairPhone.tsx";
import { RowVerbs } from "@/islands/RowVerbs.tsx";
import { type DevicesQuery, devicesQuery } from "@/lib/access/device.ts";
import { findDevicePage } from "@/lib/access/devices.ts";
import { readListQuery } from "@/lib/input/list_reading.ts";
import { limits } from "@/lib/notify/sending/notification.ts";
import { listData } from "@/lib/pages/notifications/list_data.ts";
import { panelPage } from "@/lib/pages/panel_page.ts";
import { unpairVerb } from "@/lib/panel/notifications/verbs.ts";
import { speak } from "@/lib/words/language.ts";
import { phoneWords } from "@/lib/words/panel/notify/phones.ts";

export const handler = panelPage({
  title: phoneWords.title,
  run: async (call) => {
    const { trx, member, url } = call;
    const { asked, ignored } = readListQuery<DevicesQuery>(devicesQuery, url.searchParams);
    const found = await findDevicePage(trx, member, asked);
    const list = listData(call, { asked, ignored, found });
    return { ...list, email: member.email, publicUrl: call.publicUrl };
  },
});

export default define.page<typeof handler>(({ data }) => {
  const { rows, meta, ignored, view, format, email, companyId, publicUrl } = data;
  const { language } = format;
  const words = speak(phoneWords, language);
  const who = { companyId, language };
  return (
    <>
      <Sections current="phones" {...who} />
      <RowVerbs {...who} verbs={{ unpair: unpairVerb(language) }} />
      <ListPage
        title={words.title}
        icon="smartphone"
        view={view}
        filters={[]}
        ignored={ignored}
        meta={meta}
        language={language}
        empty={{ text: words.empty }}
        note={<AboutApp publicUrl={publicUrl} language={language} />}
        actions={<PairPhone {...who} email={email} longestUser={limits.userId} />}
      >
        <PhoneRows rows={rows} companyId={companyId} format={format} />
      </ListPage>
    </>
  );
});
