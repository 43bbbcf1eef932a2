import {
  authors,
  hidden,
  members,
  personal,
  plain,
  record,
  retained,
} from "@/lib/privacy/column.ts";

/** Notifications that the company's programs send, erased with their recipient. */
export function ofNotifications() {
  return {
    notifications: {
      ...plain("id company_id key_id internal handler type priority ttl allow_reply to_list"),
      ...plain("seq txid"),
      ...plain("callback_url created_at expires_at"),
      ...members("created_by"),
      ...personal("recipient", "row", "title body sender url tag data actions ref asks"),
      ...hidden("recipient", "row", "idempotency_key fingerprint"),
    },
    notification_recipients: {
      ...plain("company_id notification_id internal status devices replaced_by seq changed_txid"),
      ...plain("reminded escalated_at counted"),
      ...personal("recipient", "row", "user_id tag delivered_at read_at dismissed_at answered_at"),
      ...personal("recipient", "row", "answered_by snoozed_until"),
    },
    recipient_counts: {
      ...plain("company_id notification_id answered read opened delivered sent queued failed"),
      ...plain("replaced cancelled folded"),
    },
    notification_counts: plain("company_id n folded"),
    idempotency_keys: {
      ...plain("company_id key_id notification_id"),
      ...hidden("recipient", "row", "key fingerprint"),
    },
    devices: {
      ...plain("id company_id push_subscription_id created_at revoked_at paired_by_key"),
      ...members("member_id paired_by"),
      ...personal("recipient", "row", "user_id name last_seen_at"),
      ...hidden("recipient", "row", "digest"),
    },
    pairings: {
      ...plain("id company_id created_at expires_at paired_by_key"),
      ...members("member_id paired_by"),
      ...personal("recipient", "row", "user_id name"),
      ...hidden("recipient", "row", "digest"),
    },
    responses: {
      ...plain("id company_id notification_id key_id internal seq txid"),
      ...personal("recipient", "row", "user_id device_id action reply responded_at"),
    },
    callbacks: {
      ...plain("response_id company_id key_id url host status attempts schedule_start due_at"),
      ...plain("lease leased_until last_status last_outcome delivered_at created_at"),
      ...personal("recipient", "row", "body"),
    },
    callback_attempts: {
      ...plain("company_id response_id number started_at duration_ms outcome status"),
      ...personal("recipient", "row", "answer"),
    },
    push_subscriptions: {
      ...plain("id company_id host created_at"),
      ...personal("recipient", "row", "endpoint"),
      ...hidden("recipient", "row", "p256dh auth"),
    },
    push_jobs: {
      ...plain("id company_id notification_id subscription_id host attempts due_at ends_at"),
      ...plain("lease leased_until reason held_by_member held"),
      ...personal("recipient", "row", "user_id"),
    },
    due_times: {
      ...plain("id company_id kind notification_id is_member number at due_at host attempts"),
      ...plain("lease leased_until done_at outcome reached mail"),
      ...personal("recipient", "row", "user_id"),
    },
    // Digests that name nobody, of which none is older than two days.
    fallback_strangers: plain("company_id day digest refused"),
    attention: {
      ...plain("company_id is_member changed_at"),
      ...personal("recipient", "row", "user_id quiet muted"),
    },
    answer_links: {
      ...plain("id company_id notification_id created_at"),
      ...personal("recipient", "row", "user_id"),
      ...hidden("recipient", "row", "digest"),
    },
  };
}

/** Accounts, their received events and their outbox; files go with their message or note. */
export function ofChannels() {
  return {
    channel_accounts: {
      ...plain(`${record} kind channel name address state paused_by last_error told_at`),
      ...plain("resumed_at last_received_at last_sent_at settings quality token_ends_at"),
      ...plain("subscribed_at checked_at caught_up_at check_due_at token_at token_notice_days"),
      ...plain("templates_at reader reader_until"),
      ...members(authors),
    },
    channel_secrets: plain("company_id account_id field key_name sealed"),
    channel_events: {
      ...plain("id company_id account_id received_at size state attempts due_at leased_until"),
      ...plain("problem tried_at contact_id message_id direction is_quiet lane"),
      ...personal("contact", "row", "external_id automatic"),
      ...hidden("contact", "row", "body problem_text waits_for"),
    },
    ...ofMeta(),
    mailboxes: {
      ...plain("company_id account_id role source uid_validity last_uid read_at"),
      ...plain("import_total import_done"),
    },
    mail_ids: {
      ...plain("company_id message_id is_own"),
      ...hidden("contact", "row", "value"),
    },
    mail_senders: {
      ...plain("id company_id answers_to is_person updated_at"),
      ...personal("contact", "row", "address"),
    },
    // Salted digests that name nobody.
    erased_mail: plain("company_id digest erased_at"),
    erased_mail_salts: plain("company_id salt"),
    refused_addresses: {
      ...plain("id company_id account_id message_id"),
      ...personal("contact", "row", "address at reason tried_at"),
    },
    outbox: {
      ...plain("id company_id account_id message_id notification_id created_at host state"),
      ...plain("state_at attempts schedule_start due_at lease leased_until note_due_at"),
      ...plain("code charged"),
      ...hidden("contact", "row", "payload error recipients person note"),
    },
    outbox_attempts: {
      ...plain("company_id outbox_id number started_at duration_ms outcome status"),
      ...hidden("contact", "row", "answer"),
    },
    files: {
      ...plain("id company_id created_at type size state message_id note_id"),
      ...members("created_by created_by_key"),
      ...personal("contact", "row", "name"),
      ...hidden("contact", "row", "content_id"),
    },
    file_chunks: {
      ...plain("company_id file_id number"),
      ...hidden("contact", "row", "bytes"),
    },
    reply_templates: {
      ...plain("id company_id created_at updated_at version name language body"),
      ...members(authors),
    },
  };
}

/** Meta apps, and hooks that no account could take. */
function ofMeta() {
  return {
    meta_apps: {
      ...plain(`${record} name app_id hook verify_token objects refused refused_at`),
      ...members(authors),
    },
    meta_app_secrets: plain("company_id app_id field key_name sealed"),
    meta_app_shares: plain("company_id app_id shared_with name"),
    meta_routes: plain(
      "company_id account_id app_company_id app_id object external_id is_business",
    ),
    meta_hooks: {
      ...plain("id company_id app_id received_at digest attempts due_at leased_until"),
      ...retained("contact", "it goes once it is split into events, which are erased", "body"),
    },
    meta_problems: plain(
      "id company_id app_id kind object external_id day first_at last_at count",
    ),
    meta_problem_events: {
      ...plain("company_id problem_id received_at"),
      ...hidden("contact", "row", "key body"),
    },
    account_people: {
      ...plain("company_id account_id name_due_at name_attempts"),
      ...members("opted_in_by"),
      ...personal("contact", "row", "person_id username heard_at closed_at opted_in_at"),
      ...personal("contact", "row", "opt_in_source marketing_stopped_at"),
      ...hidden("contact", "row", "seen_key marked_key joined_to"),
    },
    file_fetches: {
      ...plain(
        "company_id file_id account_id attempts due_at lease leased_until problem forget_at",
      ),
      ...hidden("contact", "row", "source"),
    },
    message_templates: plain(
      "company_id account_id name language category state content refreshed_at",
    ),
  };
}
