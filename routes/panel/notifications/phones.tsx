import { usePage, useWords } from "@/components/page.ts";
import { define } from "@/lib/http/pages.ts";
import { ListPage } from "@/lib/panel/list/ListPage.tsx";
import { AboutApp } from "@/lib/panel/notifications/parts/AboutApp.tsx";
import { PhoneRows } from "@/lib/panel/notifications/parts/PhoneRows.tsx";
import { Sections } from "@/lib/panel/notifications/parts/Sections.tsx";
import { PairPhone } from "@/islands/notifications/PairPhone.tsx";
import { RowVerbs } from "@/islands/list/RowVerbs.tsx";
import { type DevicesQuery, devicesQuery } from "@/lib/access/device.ts";
import { findDevicePage } from "@/lib/access/devices.ts";
import { readListQuery } from "@/lib/input/list_reading.ts";
import { limits } from "@/lib/notify/sending/notification.ts";
import { listData } from "@/lib/panel/notifications/list_data.ts";
import { panelPage } from "@/lib/panel/record/panel_page.ts";
import { unpairVerb } from "@/lib/panel/notifications/verbs.ts";
import { phoneWords } from "@/lib/panel/notifications/phone_words.ts";

export const handler = panelPage({
  title: phoneWords.title,
  stylesheets: ["/lists.css", "/notification.css"],
  run: async (call) => {
    const { trx, member, url } = call;
    const { asked, ignored } = readListQuery<DevicesQuery>(devicesQuery, url.searchParams);
    const page = await findDevicePage(trx, member, asked);
    const list = listData(call, { query: asked, ignored, page });
    return { ...list, email: member.email, publicUrl: call.publicUrl };
  },
});

export default define.page<typeof handler>(({ data }) => {
  const { language } = usePage();
  const { rows, meta, ignored, view, email, publicUrl } = data;
  const words = useWords(phoneWords);
  return (
    <>
      <Sections current="phones" />
      <RowVerbs verbs={{ unpair: unpairVerb(language) }} />
      <ListPage
        title={words.title}
        icon="smartphone"
        view={view}
        filters={[]}
        ignored={ignored}
        meta={meta}
        empty={{ text: words.empty }}
        note={<AboutApp publicUrl={publicUrl} />}
        create={<PairPhone email={email} longestUser={limits.userId} />}
      >
        <PhoneRows rows={rows} />
      </ListPage>
    </>
  );
});
