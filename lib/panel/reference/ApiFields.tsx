import type { ComponentChildren } from "preact";
import { ApiProse } from "@/lib/panel/reference/ApiProse.tsx";
import { paragraphsOf } from "@/lib/http/reference/prose.ts";
import { type Field, nestedFields, type Shape } from "@/lib/http/reference/shape.ts";
import { formatLimit, type ReferenceWords } from "@/lib/http/reference/words.ts";

interface Wording {
  words: ReferenceWords;
  /** Marks required fields of what callers send, optional ones of what comes back. */
  isInput: boolean;
}

interface FieldsProps extends Wording {
  caption?: ComponentChildren;
  fields: Field[];
}

/**
 * Fields as a table; what is written out inside of one unfolds in its cell. There are thousands of
 * rows: cells carry no class and no scope that the browser finds by itself.
 */
export function ApiFields({ words, isInput, caption, fields }: FieldsProps) {
  return (
    <table>
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
              {required === isInput && <em>{isInput ? words.required : words.optional}</em>}
            </th>
            <td>
              <ApiType shape={shape} isInput={isInput} words={words} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A value's type, its limits and meaning, and what it holds. */
export function ApiType({ shape, isInput, words }: Wording & { shape: Shape }) {
  return (
    <>
      <p>
        <TypeName shape={shape} words={words} />
      </p>
      {shape.description && <ApiProse paragraphs={paragraphsOf(shape.description)} />}
      {nestedFields(shape).map((fields, at) => (
        <details key={at}>
          <summary>
            <Kind fields={fields} />
            {words.fields(fields.length)}
          </summary>
          <ApiFields fields={fields} isInput={isInput} words={words} />
        </details>
      ))}
    </>
  );
}

/** The field with a single value that tells one of several objects from the others. */
function Kind({ fields }: { fields: Field[] }) {
  const field = fields.find(({ shape }) => shape.kind === "value");
  if (field?.shape.kind !== "value") return null;
  return (
    <>
      <code>{`${field.name}: ${JSON.stringify(field.shape.value)}`}</code>
      {" · "}
    </>
  );
}

function TypeName({ shape, words }: { shape: Shape; words: ReferenceWords }) {
  const limits = shape.limits.map((limit) => formatLimit(limit, words));
  const preset = typeof shape.default === "string"
    ? shape.default || '""'
    : JSON.stringify(shape.default);
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
      return (
        <>
          [<TypeNames shapes={shape.of} between=", " words={words} />]
        </>
      );
    case "choice":
      return shape.of.every(({ kind }) => kind === "object")
        ? <>{words.objects(shape.of.length)}</>
        : <TypeNames shapes={shape.of} between={` ${words.or} `} words={words} />;
    case "object":
      return <>{shape.fields.length > 0 ? "object" : `object, ${words.noFields}`}</>;
  }
}

interface NamesProps {
  shapes: Shape[];
  between: string;
  words: ReferenceWords;
}

function TypeNames({ shapes, between, words }: NamesProps) {
  return (
    <>
      {shapes.map((one, at) => (
        <>
          {at > 0 && between}
          <TypeName shape={one} words={words} />
        </>
      ))}
    </>
  );
}
