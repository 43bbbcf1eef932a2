import type { ComponentChildren } from "preact";
import { Icon } from "@/components/icons/Icon.tsx";

interface RecordPageProps {
  /** The list that the record is in. */
  back: { href: string; label: string };
  title: string;
  /** Content behind the title: status, number. */
  meta?: ComponentChildren;
  actions?: ComponentChildren;
  /** The thing itself. */
  children: ComponentChildren;
  /** History and next steps; below a part that needs the whole width. */
  aside?: ComponentChildren;
}

/** A record: the thing on the left, what happened and what is next on the right. */
export function RecordPage({ back, title, meta, actions, children, aside }: RecordPageProps) {
  return (
    <>
      <header class="mb-5 flex flex-wrap items-start gap-x-3 gap-y-2">
        <a
          href={back.href}
          class="button button-plain button-icon -ml-2 text-soft"
          title={back.label}
        >
          <Icon name="arrow-left" />
          <span class="sr-only">{back.label}</span>
        </a>
        <div
          data-region="head"
          class="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 max-md:flex-1 max-md:basis-[calc(100%-4rem)]"
        >
          <h1 class="line-clamp-2 text-title font-semibold tracking-tight" title={title} dir="auto">
            {title}
          </h1>
          {meta}
        </div>
        <div class="ml-auto flex flex-wrap items-center gap-2">{actions}</div>
      </header>
      <div class={aside ? "grid gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,1fr)_22rem]" : undefined}>
        <div class="min-w-0 space-y-8">{children}</div>
        {aside && <aside class="min-w-0 space-y-8">{aside}</aside>}
      </div>
    </>
  );
}

interface PanelProps {
  title: string;
  /** Stands at the end of the title's line: how many, or a link to all. */
  end?: ComponentChildren;
  /** The region's name, where its content is drawn anew after a write. */
  region?: string;
  children?: ComponentChildren;
}

/** A part of a record with its title. */
export function Panel({ title, end, region, children }: PanelProps) {
  return (
    <section>
      <header class="mb-2 flex items-baseline justify-between gap-3 border-b border-line pb-1.5">
        <h2 class="font-semibold">{title}</h2>
        {end && <div class="text-label text-soft">{end}</div>}
      </header>
      <div data-region={region}>{children}</div>
    </section>
  );
}

/** Figures in a row, the name above the number. */
export function Figures({ figures }: { figures: { name: string; value: ComponentChildren }[] }) {
  return (
    <dl class="flex flex-wrap gap-x-10 gap-y-3">
      {figures.map(({ name, value }) => (
        <div key={name}>
          <dt class="text-label text-soft">{name}</dt>
          <dd class="text-title font-semibold tabular-nums tracking-tight" dir="auto">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
