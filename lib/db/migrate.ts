import type { Db } from "@/lib/db/connection.ts";
import type { Migration } from "@/lib/db/migration/migration.ts";
import { runMigrations } from "@/lib/db/migration/run_migrations.ts";
import { admitRuntime } from "@/lib/db/migration/runtime_role.ts";
import type { Log } from "@/lib/tools/log.ts";
import * as m0001 from "@/migrations/0001_tenancy.ts";
import * as m0002 from "@/migrations/0002_notifications.ts";
import * as m0003 from "@/migrations/0003_contacts.ts";
import * as m0004 from "@/migrations/0004_sales.ts";
import * as m0005 from "@/migrations/0005_work.ts";
import * as m0006 from "@/migrations/0006_search.ts";
import * as m0007 from "@/migrations/0007_speed.ts";
import * as m0008 from "@/migrations/0008_members.ts";
import * as m0009 from "@/migrations/0009_terms.ts";
import * as m0010 from "@/migrations/0010_as_sent.ts";
import * as m0011 from "@/migrations/0011_search_states.ts";
import * as m0012 from "@/migrations/0012_sharing.ts";
import * as m0013 from "@/migrations/0013_merges.ts";
import * as m0014 from "@/migrations/0014_lists.ts";
import * as m0015 from "@/migrations/0015_timelines.ts";
import * as m0016 from "@/migrations/0016_theme.ts";
import * as m0017 from "@/migrations/0017_bulk_and_views.ts";
import * as m0018 from "@/migrations/0018_memberships.ts";
import * as m0019 from "@/migrations/0019_trends.ts";
import * as m0020 from "@/migrations/0020_notification_lists.ts";
import * as m0021 from "@/migrations/0021_catalog.ts";
import * as m0022 from "@/migrations/0022_feed.ts";
import * as m0023 from "@/migrations/0023_trash.ts";
import * as m0024 from "@/migrations/0024_unread.ts";
import * as m0025 from "@/migrations/0025_push.ts";
import * as m0026 from "@/migrations/0026_due_by_company.ts";
import * as m0027 from "@/migrations/0027_bounds.ts";
import * as m0028 from "@/migrations/0028_privacy.ts";
import * as m0029 from "@/migrations/0029_identities.ts";
import * as m0030 from "@/migrations/0030_send_checks.ts";
import * as m0031 from "@/migrations/0031_sent_by_key.ts";
import * as m0032 from "@/migrations/0032_company_floor.ts";
import * as m0033 from "@/migrations/0033_invitations.ts";
import * as m0034 from "@/migrations/0034_held.ts";
import * as m0035 from "@/migrations/0035_payment_method.ts";
import * as m0036 from "@/migrations/0036_barcode.ts";
import * as m0037 from "@/migrations/0037_touches.ts";
import * as m0038 from "@/migrations/0038_event_series.ts";
import * as m0039 from "@/migrations/0039_waiting.ts";
import * as m0040 from "@/migrations/0040_questions.ts";
import * as m0041 from "@/migrations/0041_undoable_imports.ts";
import * as m0042 from "@/migrations/0042_entry_links.ts";
import * as m0043 from "@/migrations/0043_channels.ts";
import * as m0044 from "@/migrations/0044_files.ts";
import * as m0045 from "@/migrations/0045_outbox.ts";
import * as m0046 from "@/migrations/0046_event_words.ts";
import * as m0047 from "@/migrations/0047_email.ts";
import * as m0048 from "@/migrations/0048_quote_messages.ts";
import * as m0049 from "@/migrations/0049_refused_addresses.ts";
import * as m0050 from "@/migrations/0050_due_times.ts";
import * as m0051 from "@/migrations/0051_approvals.ts";
import * as m0052 from "@/migrations/0052_phone_conversations.ts";
import * as m0053 from "@/migrations/0053_opening_hours.ts";
import * as m0054 from "@/migrations/0054_erased_mail.ts";
import * as m0055 from "@/migrations/0055_fallback_strangers.ts";
import * as m0056 from "@/migrations/0056_reading_lanes.ts";
import * as m0057 from "@/migrations/0057_recipients.ts";
import * as m0058 from "@/migrations/0058_mail_senders.ts";
import * as m0059 from "@/migrations/0059_processes.ts";
import * as m0060 from "@/migrations/0060_invited_events.ts";
import * as m0061 from "@/migrations/0061_encoded_addresses.ts";
import * as m0062 from "@/migrations/0062_import_columns.ts";
import * as m0063 from "@/migrations/0063_merged_values.ts";
import * as m0064 from "@/migrations/0064_names_words_and_money.ts";
import * as m0065 from "@/migrations/0065_idempotency_per_key.ts";
import * as m0066 from "@/migrations/0066_unanswered.ts";
import * as m0067 from "@/migrations/0067_sku_folding.ts";
import * as m0068 from "@/migrations/0068_import_remarks.ts";
import * as m0069 from "@/migrations/0069_unnoted_moves.ts";
import * as m0070 from "@/migrations/0070_meta_apps.ts";
import * as m0071 from "@/migrations/0071_meta_conversations.ts";
import * as m0072 from "@/migrations/0072_foreign_key_indexes.ts";
import * as m0073 from "@/migrations/0073_waiting_invitations.ts";
import * as m0074 from "@/migrations/0074_figures.ts";
import * as m0075 from "@/migrations/0075_nightly_work.ts";
import * as m0076 from "@/migrations/0076_old_statistics.ts";
import * as m0077 from "@/migrations/0077_word_bytes.ts";
import * as m0078 from "@/migrations/0078_more_figures.ts";
import * as m0079 from "@/migrations/0079_words_of_many.ts";
import * as m0080 from "@/migrations/0080_validated_activities.ts";
import * as m0081 from "@/migrations/0081_key_indexes.ts";
import * as m0082 from "@/migrations/0082_kept_counts.ts";
import * as m0083 from "@/migrations/0083_held_installations.ts";
import * as m0084 from "@/migrations/0084_versions.ts";
import * as m0085 from "@/migrations/0085_instances.ts";
import * as m0086 from "@/migrations/0086_alerts.ts";
import * as m0087 from "@/migrations/0087_failed_indexes.ts";
import * as m0088 from "@/migrations/0088_old_statistics.ts";
import * as m0089 from "@/migrations/0089_more_keys.ts";
import * as m0090 from "@/migrations/0090_given_up_pushes.ts";
import * as m0091 from "@/migrations/0091_shared_work.ts";
import * as m0092 from "@/migrations/0092_newest_message.ts";
import * as m0093 from "@/migrations/0093_morning_times.ts";
import * as m0094 from "@/migrations/0094_company_keys.ts";
import * as m0095 from "@/migrations/0095_row_keys.ts";
import * as m0096 from "@/migrations/0096_credentials.ts";
import * as m0097 from "@/migrations/0097_event_reminders.ts";
import * as m0098 from "@/migrations/0098_growth.ts";
import * as m0099 from "@/migrations/0099_idempotency_keys.ts";

/** Migrations in order. A landed one is frozen: tests/db/migration/digests.json has its digest. */
export const migrations: Record<string, Migration> = {
  "0001_tenancy": m0001,
  "0002_notifications": m0002,
  "0003_contacts": m0003,
  "0004_sales": m0004,
  "0005_work": m0005,
  "0006_search": m0006,
  "0007_speed": m0007,
  "0008_members": m0008,
  "0009_terms": m0009,
  "0010_as_sent": m0010,
  "0011_search_states": m0011,
  "0012_sharing": m0012,
  "0013_merges": m0013,
  "0014_lists": m0014,
  "0015_timelines": m0015,
  "0016_theme": m0016,
  "0017_bulk_and_views": m0017,
  "0018_memberships": m0018,
  "0019_trends": m0019,
  "0020_notification_lists": m0020,
  "0021_catalog": m0021,
  "0022_feed": m0022,
  "0023_trash": m0023,
  "0024_unread": m0024,
  "0025_push": m0025,
  "0026_due_by_company": m0026,
  "0027_bounds": m0027,
  "0028_privacy": m0028,
  "0029_identities": m0029,
  "0030_send_checks": m0030,
  "0031_sent_by_key": m0031,
  "0032_company_floor": m0032,
  "0033_invitations": m0033,
  "0034_held": m0034,
  "0035_payment_method": m0035,
  "0036_barcode": m0036,
  "0037_touches": m0037,
  "0038_event_series": m0038,
  "0039_waiting": m0039,
  "0040_questions": m0040,
  "0041_undoable_imports": m0041,
  "0042_entry_links": m0042,
  "0043_channels": m0043,
  "0044_files": m0044,
  "0045_outbox": m0045,
  "0046_event_words": m0046,
  "0047_email": m0047,
  "0048_quote_messages": m0048,
  "0049_refused_addresses": m0049,
  "0050_due_times": m0050,
  "0051_approvals": m0051,
  "0052_phone_conversations": m0052,
  "0053_opening_hours": m0053,
  "0054_erased_mail": m0054,
  "0055_fallback_strangers": m0055,
  "0056_reading_lanes": m0056,
  "0057_recipients": m0057,
  "0058_mail_senders": m0058,
  "0059_processes": m0059,
  "0060_invited_events": m0060,
  "0061_encoded_addresses": m0061,
  "0062_import_columns": m0062,
  "0063_merged_values": m0063,
  "0064_names_words_and_money": m0064,
  "0065_idempotency_per_key": m0065,
  "0066_unanswered": m0066,
  "0067_sku_folding": m0067,
  "0068_import_remarks": m0068,
  "0069_unnoted_moves": m0069,
  "0070_meta_apps": m0070,
  "0071_meta_conversations": m0071,
  "0072_foreign_key_indexes": m0072,
  "0073_waiting_invitations": m0073,
  "0074_figures": m0074,
  "0075_nightly_work": m0075,
  "0076_old_statistics": m0076,
  "0077_word_bytes": m0077,
  "0078_more_figures": m0078,
  "0079_words_of_many": m0079,
  "0080_validated_activities": m0080,
  "0081_key_indexes": m0081,
  "0082_kept_counts": m0082,
  "0083_held_installations": m0083,
  "0084_versions": m0084,
  "0085_instances": m0085,
  "0086_alerts": m0086,
  "0087_failed_indexes": m0087,
  "0088_old_statistics": m0088,
  "0089_more_keys": m0089,
  "0090_given_up_pushes": m0090,
  "0091_shared_work": m0091,
  "0092_newest_message": m0092,
  "0093_morning_times": m0093,
  "0094_company_keys": m0094,
  "0095_row_keys": m0095,
  "0096_credentials": m0096,
  "0097_event_reminders": m0097,
  "0098_growth": m0098,
  "0099_idempotency_keys": m0099,
};

/** Runs missing migrations and admits the serving role. @returns their names */
export async function migrate(db: Db, log?: Log): Promise<string[]> {
  const applied = await runMigrations(db, migrations, { log });
  await admitRuntime(db);
  return applied;
}

/** Runs missing migrations up to this one, for data of that version. */
export async function migrateTo(db: Db, to: string): Promise<void> {
  await runMigrations(db, migrations, { to });
}

/** Makes the schema of this migration in a transaction that is open, where there is none yet. */
export async function buildSchema(db: Db, to: string): Promise<void> {
  await runMigrations(db, migrations, { to, isEmpty: true });
}
