import type { ComponentChildren } from "preact";
import { ApiProse } from "@/components/ApiProse.tsx";
import { paragraphsOf } from "@/lib/http/prose.ts";
import { type Field, nestedFields, type Shape } from "@/lib/http/reference_shape.ts";
import { type ReferenceWords, tellLimit } from "@/lib/i18n/reference.ts";

interface FieldsProps {
  words: ReferenceWords;
  caption?: ComponentChildren;
  fields: Field[];
}

/**
 * Fields as a table; what is written out inside of one unfolds in its cell. There are thousands of
 * rows: cells carry no class and no scope that the browser finds by itself.
 */
export function ApiFields({ words, caption, fields }: FieldsProps) {
  return (
    <table class="api-fields">
      {caption && <caption>{caption}</caption>}
      {caption && (
        <thead>
          <tr>
            <th>{words.name}</th>
            <th>{words.meaning}</th>
          </tr>
        </thead>
      )}
      <tbody>
        {fields.map(({ name, required, shape }) => (
          <tr key={name}>
            <th>
              <code>{name}</code>
              {required && <em>{words.required}</em>}
            </th>
            <td>
              <ApiType shape={shape} words={words} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A value's type, its limits and meaning, and what it holds. */
export function ApiType({ shape, words }: { shape: Shape; words: ReferenceWords }) {
  const forms = nestedFields(shape);
  return (
    <>
      <p>
        <TypeName shape={shape} words={words} />
      </p>
      {shape.description && <ApiProse paragraphs={paragraphsOf(shape.description)} />}
      {forms.map((fields, at) => (
        <details key={at}>
          <summary>
            {forms.length > 1 && words.form(at + 1, forms.length)}
            {words.fields(fields.length)}
          </summary>
          <ApiFields fields={fields} words={words} />
        </details>
      ))}
    </>
  );
}

function TypeName({ shape, words }: { shape: Shape; words: ReferenceWords }) {
  const limits = shape.limits.map((limit) => tellLimit(limit, words));
  const preset = shape.default === undefined ? undefined : JSON.stringify(shape.default);
  return (
    <>
      <FormName shape={shape} words={words} />
      {shape.nullable && ` ${words.nullable}`}
      {limits.map((limit) => ` · ${limit}`)}
      {shape.values && (
        <>
          {` · ${words.oneOf} `}
          {shape.values.map((value, at) => (
            <>
              {at > 0 && ", "}
              <code>{String(value)}</code>
            </>
          ))}
        </>
      )}
      {preset && (
        <>
          {` · ${words.preset} `}
          <code>{preset}</code>
        </>
      )}
    </>
  );
}

function FormName({ shape, words }: { shape: Shape; words: ReferenceWords }) {
  switch (shape.kind) {
    case "any":
      return <>{words.any}</>;
    case "plain":
      return <>{shape.format ?? shape.name}</>;
    case "value":
      return <code>{JSON.stringify(shape.value)}</code>;
    case "named":
      return <a href={`#schema-${shape.name}`}>{shape.name}</a>;
    case "list":
      return (
        <>
          {words.list} <TypeName shape={shape.of} words={words} />
        </>
      );
    case "map":
      return (
        <>
          {words.map} <TypeName shape={shape.of} words={words} />
        </>
      );
    case "tuple":
    case "choice":
      return (
        <Choices
          shapes={shape.of}
          between={shape.kind === "tuple" ? "," : ` ${words.or}`}
          words={words}
        />
      );
    case "object":
      return <>{shape.fields.length > 0 ? "object" : `object, ${words.noFields}`}</>;
  }
}

interface ChoicesProps {
  shapes: Shape[];
  between: string;
  words: ReferenceWords;
}

function Choices({ shapes, between, words }: ChoicesProps) {
  return (
    <>
      {shapes.map((one, at) => (
        <>
          {at > 0 && `${between} `}
          <TypeName shape={one} words={words} />
        </>
      ))}
    </>
  );
}
