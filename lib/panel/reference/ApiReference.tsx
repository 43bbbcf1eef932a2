import { ApiType } from "@/lib/panel/reference/ApiFields.tsx";
import { ApiContents } from "@/lib/panel/reference/ApiContents.tsx";
import { ApiOperation } from "@/lib/panel/reference/ApiOperation.tsx";
import { ApiProse, ApiRuns } from "@/lib/panel/reference/ApiProse.tsx";
import type { Group, Reference, Section } from "@/lib/http/reference/page.ts";
import { anchorOf } from "@/lib/http/reference/order.ts";
import { singleQuoted } from "@/lib/http/reference/example.ts";
import { generators } from "@/lib/http/reference/generators.ts";
import type { Sample } from "@/lib/http/reference/samples.ts";
import type { ReferenceWords } from "@/lib/http/reference/words.ts";

interface ReferenceProps {
  reference: Reference;
  words: ReferenceWords;
}

interface PageProps extends ReferenceProps {
  samples: Sample[];
}

/** The whole API on one page: operations, codes and schemas, closed until asked for. */
export function ApiReference({ reference, samples, words }: PageProps) {
  const { title, version, introduction, server, sections } = reference;
  return (
    <div class="api md:grid md:grid-cols-[248px_minmax(0,1fr)]">
      <a
        href="#content"
        class="button sr-only z-20 focus:not-sr-only focus:fixed focus:left-3 focus:top-3 focus:px-3"
      >
        {words.skip}
      </a>
      <header class="sticky top-0 z-10 flex items-center gap-3 border-b border-line bg-surface px-4 py-2 md:h-dvh md:flex-col md:items-stretch md:gap-3 md:overflow-y-auto md:border-r md:border-b-0 md:px-3 md:py-4">
        <p class="font-semibold whitespace-nowrap md:px-2">
          {title} <span class="font-normal text-soft">API</span>
        </p>
        <form role="search" hidden class="min-w-0 grow md:grow-0">
          <input
            type="search"
            class="control"
            aria-label={words.filter}
            placeholder={words.filter}
            autocomplete="off"
            spellcheck={false}
          />
        </form>
        <a class="ml-auto whitespace-nowrap md:hidden" href="#contents">{words.contents}</a>
        <ApiContents reference={reference} words={words} class="hidden md:block" />
      </header>
      <main
        id="content"
        tabIndex={-1}
        class="w-full max-w-256 min-w-0 px-4 py-6 outline-none md:px-10 md:py-9"
      >
        <h1 class="text-title font-semibold tracking-tight">{words.title}</h1>
        <p class="mt-1 text-soft">
          {words.version(version)} · <a href="/api/openapi.json">{words.document}</a>
        </p>
        <details class="mt-4 md:hidden">
          <summary class="py-2 font-medium">{words.contents}</summary>
          <div id="contents">
            <ApiContents reference={reference} words={words} />
          </div>
        </details>
        <section id="introduction" class="api-section">
          <h2>{words.introduction}</h2>
          <ApiProse paragraphs={introduction} />
          <p>
            {words.baseUrl}: <code>{server}</code>
          </p>
        </section>
        <Credentials reference={reference} words={words} />
        <p role="status" data-none={words.none} data-copy={words.copy} data-copied={words.copied} />
        <Samples samples={samples} server={server} words={words} />
        {sections.map((section) => <Tag key={section.name} section={section} words={words} />)}
        <Errors reference={reference} words={words} />
        <Schemas reference={reference} words={words} />
      </main>
    </div>
  );
}

function Credentials({ reference, words }: ReferenceProps) {
  return (
    <section id="credentials" class="api-section">
      <h2>{words.credentials}</h2>
      <dl>
        {reference.credentials.map(({ name, header, description }) => (
          <div key={name} id={`credential-${name}`} class="api-term">
            <dt>{words.guards[name] ?? name}</dt>
            <dd>
              <code>{header}</code>
              <ApiProse paragraphs={description} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

interface SamplesProps {
  samples: Sample[];
  server: string;
  words: ReferenceWords;
}

/** How a program does it, a language each, and what makes clients. */
function Samples({ samples, server, words }: SamplesProps) {
  return (
    <section id="samples" class="api-section">
      <h2>{words.samples}</h2>
      <p>
        {words.samplesRead} <code>RELEVO_URL</code>, <code>RELEVO_KEY</code>.
      </p>
      <div class="api-group">
        {samples.map(({ language, file, code }) => (
          <details key={language} class="api-operation">
            <summary>
              <h3>{language}</h3> <span>{words.sample}</span>
            </summary>
            <div id={`sample-${language.toLowerCase()}`}>
              <figure>
                <figcaption>{file}</figcaption>
                <pre tabIndex={0}><code>{code}</code></pre>
              </figure>
            </div>
          </details>
        ))}
        <details class="api-operation">
          <summary>
            <h3>{words.generated}</h3> <span>{words.generators}</span>
          </summary>
          <div id="generated-clients">
            {generators.map(({ name, language, command }) => (
              <figure key={name}>
                <figcaption>
                  {name} · {language}
                </figcaption>
                <pre
                  tabIndex={0}
                ><code>{command(singleQuoted(`${server}/api/openapi.json`))}</code></pre>
              </figure>
            ))}
          </div>
        </details>
      </div>
    </section>
  );
}

function Tag({ section, words }: { section: Section; words: ReferenceWords }) {
  const { name, description, groups } = section;
  return (
    <section id={anchorOf(name)} class="api-section">
      <h2 lang="en">{name}</h2>
      <ApiProse paragraphs={description} />
      {groups.map((group) => (
        <OperationGroup key={group.name} section={name} group={group} words={words} />
      ))}
    </section>
  );
}

interface GroupProps {
  section: string;
  group: Group;
  words: ReferenceWords;
}

function OperationGroup({ section, group: { name, operations }, words }: GroupProps) {
  const level = name === null ? 3 : 4;
  return (
    <div id={name === null ? undefined : anchorOf(section, name)} class="api-group">
      {name !== null && <h3 lang="en">{name}</h3>}
      {operations.map((operation) => (
        <ApiOperation key={operation.id} operation={operation} level={level} words={words} />
      ))}
    </div>
  );
}

function Errors({ reference, words }: ReferenceProps) {
  return (
    <section id="errors" class="api-section">
      <h2>{words.errors}</h2>
      <dl>
        {reference.failures.map(({ code, status, description }) => (
          <div key={code} id={`code-${code}`} class="api-term">
            <dt>
              <code>{code}</code> <span class="text-soft">{status}</span>
            </dt>
            <dd lang="en">{description.map((runs, at) => <ApiRuns key={at} runs={runs} />)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Schemas({ reference, words }: ReferenceProps) {
  return (
    <section id="schemas" class="api-section">
      <h2>{words.schemas}</h2>
      <div class="api-group">
        {reference.schemas.map(({ name, shape, isInput }) => (
          <details key={name} class="api-operation">
            <summary>
              <h3>
                <code>{name}</code>
              </h3>
            </summary>
            <div id={`schema-${name}`}>
              <ApiType shape={shape} isInput={isInput} words={words} />
            </div>
          </details>
        ))}
      </div>
    </section>
  );
}
