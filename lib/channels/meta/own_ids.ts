/** Ids by which Meta names the account itself; `address` is its number or name. */
export function ownIdsOf(settings: Record<string, unknown>, address: string | null): string[] {
  const { phone_number_id, waba_id, page_id, ig_id, app_scoped_id } = settings;
  const number = /^\+(\d{6,15})$/.exec((address ?? "").replace(/[^+\d]/g, ""))?.[1];
  return [phone_number_id, waba_id, page_id, ig_id, app_scoped_id, number]
    .filter((id) => id !== undefined && id !== null).map(String);
}
