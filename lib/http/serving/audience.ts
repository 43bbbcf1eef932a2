/** Whom an address is for: `door` of the metrics, so there are few. */
const audiences: [prefix: string, audience: string][] = [
  ["/api/phone/", "phone"],
  ["/api/admin/", "panel"],
  ["/panel", "panel"],
  ["/api/hooks/", "hook"],
  ["/api/contact", "form"],
  ["/api/gateway/", "gateway"],
  ["/api/files/link/", "link"],
  ["/q/", "link"],
  ["/phone/answer/", "link"],
  ["/api/docs", "public"],
  ["/api/openapi.json", "public"],
  ["/api/", "api"],
  ["/healthz", "health"],
  ["/readyz", "health"],
];

export function audienceOf(pathname: string): string {
  return audiences.find(([prefix]) => pathname.startsWith(prefix))?.[1] ?? "public";
}

const statusClasses = ["1xx", "2xx", "3xx", "4xx", "5xx"];

export function statusClass(status: number): string {
  return statusClasses[Math.floor(status / 100) - 1] ?? "5xx";
}
