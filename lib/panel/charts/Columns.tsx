/** Label of a month's column. */
export interface ColumnPart {
  value: number;
  /** Address of the list of its records; empty where there are none. */
  href: string;
  /** The whole of it, for pointers and screen readers. */
  title: string;
  /** The number beside its end. */
  text: string;
}

export interface ChartColumn {
  label: string;
  /** Below the label, where it changes: the year. */
  note?: string;
  up: ColumnPart;
  down?: ColumnPart;
}

interface ColumnsProps {
  id: string;
  title: string;
  description: string;
  columns: ChartColumn[];
}

/** Columns side by side, drawn for a desk and for a phone; each is a link to its records. */
export function Columns(props: ColumnsProps) {
  return (
    <>
      <Drawing {...props} id={`${props.id}-wide`} width={600} height={200} class="max-md:hidden" />
      <Drawing {...props} id={`${props.id}-narrow`} width={340} height={190} class="md:hidden" />
    </>
  );
}

interface DrawingProps extends ColumnsProps {
  width: number;
  height: number;
  class: string;
}

/** Room above and below for numbers, and for the names of the months. */
const room = { number: 15, names: 32 };
/** Widths in pixels of a month's name and of each digit. */
const widths = { name: 21, sign: 5.7 };

function Drawing(
  { id, title, description, columns, width, height, class: className }: DrawingProps,
) {
  const ups = columns.map(({ up }) => up.value);
  const downs = columns.map(({ down }) => down?.value ?? 0);
  const [highest, lowest] = [Math.max(...ups), Math.max(...downs)];
  const hasDowns = columns.some(({ down }) => down);
  const free = height - room.names - room.number * (hasDowns ? 2 : 1);
  const scale = free / Math.max(highest + lowest, 1);
  const base = room.number + highest * scale;
  const slot = width / columns.length;
  const bar = Math.min(slot * 0.68, 40);
  const every = Math.ceil(widths.name / slot);
  const texts = columns.flatMap(({ up, down }) => [up.text, down?.text ?? ""]);
  const haveRoom = Math.max(...texts.map((text) => text.length)) * widths.sign < slot;
  /** The numbers that there is room for: all, or the largest alone. */
  const isLabelled = (value: number, largest: number) =>
    value > 0 && (haveRoom || value === largest);
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      role="group"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-description`}
      class={`h-auto w-full tabular-nums ${className}`}
    >
      <title id={`${id}-title`}>{title}</title>
      <desc id={`${id}-description`}>{description}</desc>
      {columns.map(({ label, note, up, down }, at) => {
        const middle = round(slot * (at + 0.5));
        return (
          <g key={at}>
            <Part
              part={up}
              box={{ x: middle - bar / 2, y: base - up.value * scale, width: bar }}
              length={up.value * scale}
              look="fill-accent"
            />
            {isLabelled(up.value, highest) && (
              <text {...numberAt(middle, base - up.value * scale - 4)}>{up.text}</text>
            )}
            {down && (
              <Part
                part={down}
                box={{ x: middle - bar / 2, y: base + 1, width: bar }}
                length={down.value * scale}
                look="fill-line-strong"
              />
            )}
            {down && isLabelled(down.value, lowest) && (
              <text {...numberAt(middle, base + down.value * scale + 13)}>{down.text}</text>
            )}
            {at % every === 0 && (
              <text x={middle} y={height - 17} text-anchor="middle" class="fill-soft text-tiny">
                {label}
              </text>
            )}
            {note && (
              <text x={middle} y={height - 3} text-anchor="middle" class="fill-soft text-tiny">
                {note}
              </text>
            )}
          </g>
        );
      })}
      <path d={`M0 ${round(base) + 0.5}H${width}`} class="stroke-line" />
    </svg>
  );
}

function numberAt(x: number, y: number) {
  return { x, y: round(y), "text-anchor": "middle", class: "fill-text text-tiny" } as const;
}

interface PartProps {
  part: ColumnPart;
  box: { x: number; y: number; width: number };
  length: number;
  look: string;
}

function Part({ part, box, length, look }: PartProps) {
  if (part.value <= 0) return null;
  return (
    <a href={part.href} aria-label={part.title} class="chart-bar">
      <title>{part.title}</title>
      <rect
        x={round(box.x)}
        y={round(box.y)}
        width={round(box.width)}
        height={round(Math.max(length, 2))}
        rx="2"
        class={look}
      />
    </a>
  );
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
