import { h, render } from "preact";
import { fetchModule } from "@/components/fetch_module.ts";
import { usePage } from "@/components/page.ts";
import type { SendTemplateProps } from "@/lib/panel/composer/apps/SendTemplate.tsx";
import { tellNotLoaded } from "@/lib/panel/page/later.ts";

/** Opens the form of a template beside the composer, whose form would hear its keys. */
export async function sendTemplate(props: Omit<SendTemplateProps, "onClose">): Promise<void> {
  const { language } = usePage();
  const place = document.createElement("div");
  const close = () => {
    render(null, place);
    place.remove();
  };
  try {
    const { SendTemplate } = await fetchModule(() =>
      import("@/lib/panel/composer/apps/SendTemplate.tsx")
    );
    document.body.append(place);
    render(h(SendTemplate, { ...props, onClose: close }), place);
  } catch {
    await tellNotLoaded(language);
  }
}
