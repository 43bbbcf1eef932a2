/** A template as Meta has it, of the one that is stored here. */
import type { TemplateContent } from "@/lib/values/app_template.ts";
import type { GraphTemplate } from "../../support/graph/state.ts";

type Stored = Pick<GraphTemplate, "name" | "language"> & Partial<GraphTemplate> & {
  content: Pick<TemplateContent, "format" | "header" | "body" | "footer" | "buttons">;
};

export function graphTemplate({ content, ...own }: Stored): GraphTemplate {
  const { format, header, body, footer, buttons } = content;
  const components = [
    header && { type: "HEADER", format: header.type.toUpperCase(), text: header.text ?? undefined },
    { type: "BODY", text: body },
    footer !== null && { type: "FOOTER", text: footer },
    buttons.length > 0 && {
      type: "BUTTONS",
      buttons: buttons.map(({ type, text, url }) => ({
        ...{ type: type.toUpperCase(), text },
        ...url === null ? {} : { url },
      })),
    },
  ].filter((one) => one !== null && one !== false);
  return {
    ...{ id: own.name, category: "UTILITY", status: "APPROVED", ...own, components },
    parameter_format: format === "named" ? "NAMED" : "POSITIONAL",
  };
}
