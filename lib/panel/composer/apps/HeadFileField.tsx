import { useWords } from "@/components/page.ts";
import { Field } from "@/components/Field.tsx";
import { limits } from "@/lib/channels/meta/out/limits.ts";
import type { TemplateFilling } from "@/lib/panel/composer/apps/use_template.ts";
import { appWords } from "@/lib/words/apps/app_words.ts";

interface HeadFileFieldProps {
  id: string;
  filling: TemplateFilling;
  type: "image" | "video" | "document";
}

/** The file that stands in the head of a template: the quotation on paper, or one's own. */
export function HeadFileField({ id, filling, type }: HeadFileFieldProps) {
  const { fill, file, hasPaper, setFile, errors } = filling;
  const words = useWords(appWords).template;
  const paper = file === "quote";
  const types = limits.whatsapp.files.find(({ as }) => as === type)!.types;
  return (
    <>
      {hasPaper && (
        <Field id={`${id}-paper`} name="paper" label={words.document}>
          {(control) => (
            <select
              {...control}
              class="control"
              value={paper ? "quote" : ""}
              onChange={({ currentTarget: { value } }) =>
                setFile(value === "quote" ? "quote" : null)}
            >
              <option value="quote" selected={paper}>
                {words.paper(fill.quote?.number ?? "")}
              </option>
              <option value="" selected={!paper}>{words.ownFile}</option>
            </select>
          )}
        </Field>
      )}
      {!paper && (
        <Field
          id={`${id}-file`}
          name="file"
          label={words.file}
          hint={words.header[type]}
          error={errors.file}
        >
          {(control) => (
            <input
              {...control}
              type="file"
              class="control"
              accept={type === "document" ? undefined : types.join(",")}
              onChange={({ currentTarget }) => setFile(currentTarget.files?.[0] ?? null)}
            />
          )}
        </Field>
      )}
    </>
  );
}
