/** Introduction of the OpenAPI document. */
export const introduction = `Notifications that people answer from their phones.

Every answer is JSON in one envelope: \`{"success":true,"data":…}\` (lists add \`meta\`) or \
\`{"success":false,"error":"a sentence","code":"machine_code","fields":{…},"requestId":"…"}\`. \
\`error\` is in the language of \`Accept-Language\` (en, es); \`code\` never changes. \
Unknown fields are refused, so that a typo does not vanish. An address of more than 16 KiB is 414 \
\`uri_too_long\`, whatever it names.

**Fields.** A text that may not be empty has something visible, and none has NUL or half a \
surrogate. Ids of records are from 1 to 2147483647; one in a body that is no live record of the \
company is 422 \`validation_failed\`, with that field in \`fields\`, as a wrong value is. A range \
begins and ends with a day (\`2026-11-20\`) or an instant (\`2026-11-20T10:00:00Z\`); all are of the \
years 1000 to 9900.

**Many at once.** A change of many records (\`bulk\`) is one transaction, by the rules of a single \
change. Those that may not be changed are left as they are, and the answer says why. \`undo_id\` takes \
it back within 24 hours, once, by the same person: each record that nobody has changed since \
gets its earlier values; nobody is notified. Another person's is 404, one that was used is 409 \
\`invalid_transition\`, one that would bring back more records than the company may have 409 \
\`limit_reached\`.

**Limits.** Calls are counted by key, phone and member, and those of a company's keys and phones \
together; a body counts as a call for each 16 KiB of it, a member's for each 64 KiB. It may be as \
long as its fields can be together, and has 64 KiB at least. Who calls too often, or keeps too \
many streams or long polls open, gets 429 \`rate_limited\` with \`Retry-After\`.

**Bodies** are UTF-8 and not compressed: 415 says which of the two it is. In those of programs null \
in an optional field is its absence, so that a record's values are sent as they were read.

**Callbacks.** Each response to a notification that was sent with \`callbackUrl\` is posted there, \
body and all as \`ResponseRecord\`. \`X-Service-Signature: sha256=<hex>\` is the HMAC-SHA256 of the \
exact body with the API key that sent the notification; the Standard Webhooks headers \
(\`webhook-id\`, \`webhook-timestamp\`, \`webhook-signature\`) stand beside it, with the same key in \
raw format. A 2xx status within 15 s is success, however the answer's body ends; otherwise it is \
tried 12 times in about 76 hours. The same \`webhook-id\` may come more than once. Answers given \
after the key was revoked or has expired still go out, signed with it.

**Keys** may be limited when they are made: to sending or to reading (\`scope\`), and in time \
(\`expiresAt\`). What the scope does not allow is 403 \`insufficient_scope\`, a call after that time \
401 \`key_expired\`. A \`send\` key that leaks reads nothing but what it sent itself and the answers to it.`;
