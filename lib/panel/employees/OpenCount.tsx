import { usePage } from "@/components/page.ts";
import { type Listed, openHref } from "@/lib/panel/employees/open_links.ts";

interface OpenCountProps {
  noun: Listed;
  count: number;
  userId: number | null;
}

/** A number that leads to the records that it counts; above the link of its row. */
export function OpenCount({ noun, count, userId }: OpenCountProps) {
  const { companyId } = usePage();
  if (count === 0) return <span class="inline-block py-1 text-soft">0</span>;
  return (
    <a
      class="relative z-1 inline-block py-1 hover:underline"
      href={openHref(noun, companyId, userId)}
    >
      {count}
    </a>
  );
}
