/** The list's shape while the first one is on its way. */
export function Skeleton({ label }: { label: string }) {
  return (
    <div class="skeleton" role="status" aria-label={label}>
      {[1, 2, 3].map((n) => (
        <div key={n} class="skeleton-item" aria-hidden="true">
          <span class="skeleton-mark" />
          <span class="skeleton-line" />
          <span class="skeleton-line skeleton-long" />
        </div>
      ))}
    </div>
  );
}
