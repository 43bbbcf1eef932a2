import { ApiFields, ApiType } from "@/lib/panel/reference/ApiFields.tsx";
import { ApiProse } from "@/lib/panel/reference/ApiProse.tsx";
import type { Body, Operation } from "@/lib/http/reference/page.ts";
import type { ReferenceWords } from "@/lib/http/reference/words.ts";

interface OperationProps {
  operation: Operation;
  /** Level of its heading. */
  level: 3 | 4;
  words: ReferenceWords;
}

/**
 * One operation, closed until it is asked for. The id is inside: a link to it makes the browser
 * open what is around it.
 */
export function ApiOperation({ operation, level, words }: OperationProps) {
  const { id, method, path, isWebhook, summary, description, parameters, body } = operation;
  const Heading = `h${level}` as "h3";
  return (
    <details class="api-operation">
      <summary>
        <Heading>
          <b data-method={method}>{method}</b> <code>{path}</code>
        </Heading>{" "}
        <span lang="en">{summary}</span>
      </summary>
      <div id={id}>
        <ApiProse paragraphs={description} />
        <p>
          {isWebhook ? words.toYou : (
            <>
              {words.credential}: <Credentials names={operation.credentials} words={words} />
            </>
          )}
          {" · "}
          <a href={`#${id}`}>{words.link}</a>
        </p>
        {parameters.map((group) => (
          <ApiFields
            key={group.in}
            caption={`${words.parameters} · ${words.places[group.in] ?? group.in}`}
            fields={group.fields}
            isInput={!isWebhook}
            words={words}
          />
        ))}
        {body && <RequestBody body={body} isInput={!isWebhook} words={words} />}
        <figure>
          <figcaption>{words.example}</figcaption>
          <pre tabIndex={0}><code>{operation.example}</code></pre>
        </figure>
        <Responses operation={operation} words={words} />
      </div>
    </details>
  );
}

function Credentials({ names, words }: { names: string[]; words: ReferenceWords }) {
  if (names.length === 0) return <>{words.open}</>;
  return (
    <>
      {names.map((name) =>
        name === "link"
          ? words.linkOpens
          : <a key={name} href={`#credential-${name}`}>{words.guards[name] ?? name}</a>
      )}
    </>
  );
}

interface BodyProps {
  body: Body;
  /** Whether the caller sends it; a webhook's comes from the service. */
  isInput: boolean;
  words: ReferenceWords;
}

function RequestBody({ body, isInput, words }: BodyProps) {
  const { shape, name, mediaTypes, required } = body;
  const types = mediaTypes.join() === "application/json"
    ? ""
    : ` ${words.mediaTypes} ${mediaTypes.join(", ")}`;
  const caption = (
    <>
      {words.body}
      {!required && ` (${words.optional})`}
      {name && (
        <>
          {" · "}
          <a href={`#schema-${name}`}>{name}</a>
        </>
      )}
      {types}
    </>
  );
  return shape.kind === "object" && shape.fields.length > 0
    ? (
      <ApiFields
        caption={caption}
        fields={shape.fields}
        isInput={isInput}
        words={words}
      />
    )
    : (
      <figure>
        <figcaption>{caption}</figcaption>
        <ApiType shape={shape} isInput={isInput} words={words} />
      </figure>
    );
}

function Responses({ operation, words }: { operation: Operation; words: ReferenceWords }) {
  return (
    <table class="api-responses">
      <caption>{words.responses}</caption>
      <tbody>
        {operation.successes.map(({ status, description, mediaType, fields, shape }) => (
          <tr key={status}>
            <th class="api-success">{status}</th>
            <td>
              <ApiProse paragraphs={description} />
              {mediaType && <p>{mediaType}</p>}
              {fields.map(({ name, shape }) => (
                <div key={name} class="api-part">
                  <code>{name}</code>
                  <div>
                    <ApiType shape={shape} isInput={false} words={words} />
                  </div>
                </div>
              ))}
              {shape && <ApiType shape={shape} isInput={false} words={words} />}
            </td>
          </tr>
        ))}
        {operation.failures.map(({ status, codes, description }) => (
          <tr key={status}>
            <th>{status}</th>
            <td>
              {codes.length === 0 && <ApiProse paragraphs={description} />}
              {codes.map((code) => (
                <>
                  <a href={`#code-${code}`}>{code}</a>
                  {" "}
                </>
              ))}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
