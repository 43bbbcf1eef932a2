/** Address of a place on a map that needs no account. @param place in degrees (WGS 84) */
export function mapLink({ latitude, longitude }: { latitude: number; longitude: number }): string {
  const query = new URLSearchParams({ mlat: String(latitude), mlon: String(longitude) });
  return `https://www.openstreetmap.org/?${query}#map=17/${latitude}/${longitude}`;
}

/** The address where it is one that a browser may open; what strangers send may be any. */
export function webLink(url: string | null): string | null {
  return url !== null && /^https?:\/\//i.test(url) ? url : null;
}
