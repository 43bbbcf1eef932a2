import type { Reference } from "@/lib/http/reference/page.ts";
import { anchorOf } from "@/lib/http/reference/order.ts";
import type { ReferenceWords } from "@/lib/http/reference/words.ts";

interface ContentsProps {
  reference: Reference;
  words: ReferenceWords;
  class?: string;
}

/** The ways into the reference: its sections, and the nouns of the large ones. */
export function ApiContents({ reference, words, class: className = "" }: ContentsProps) {
  return (
    <nav aria-label={words.contents} class={`api-contents ${className}`}>
      <a href="#introduction">{words.introduction}</a>
      <a href="#credentials">{words.credentials}</a>
      <a href="#samples">{words.samples}</a>
      {reference.sections.map(({ name, groups }) => (
        <div key={name} lang="en">
          <a href={`#${anchorOf(name)}`}>{name}</a>
          {groups.length > 1 && (
            <ul>
              {groups.map((group) => (
                <li key={group.name}>
                  <a href={`#${anchorOf(name, group.name!)}`}>{group.name}</a>
                </li>
              ))}
            </ul>
          )}
        </div>
      ))}
      <a href="#errors">{words.errors}</a>
      <a href="#schemas">{words.schemas}</a>
    </nav>
  );
}
