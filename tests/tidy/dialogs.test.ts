/** Every dialog says which state it showed before it acts, or why it need not. */
import assert from "node:assert/strict";
import { resolve } from "node:path";
import { root, sourceFiles } from "./sources.ts";

/** Dialogs that show something and act on it: what they send of it. */
const sends = {
  "islands/sales/CancelSale.tsx": "`version` of the sale",
  "lib/panel/channels/ChannelActions.tsx": "`version` of the account that is deleted",
  "lib/panel/channels/mailbox/MailboxDialog.tsx": "`version` of the account",
  "lib/panel/channels/meta/accounts/MetaDialog.tsx": "`version` of the account",
  "lib/panel/channels/meta/apps/AppActions.tsx": "`version` of the app that is deleted",
  "lib/panel/channels/meta/apps/AppDialog.tsx": "`version` of the app",
  "lib/panel/contacts/ReleaseHeld.tsx": "stops at the number that the button named",
  "lib/panel/employees/EmployeeActions.tsx": "each count of what is handed over, and of keys",
  "lib/panel/events/calendar/parts/Calendar.tsx": "`version` of the event that is moved",
  "lib/panel/imports/UndoImport.tsx": "`trashed`, `restored` and `kept`",
  "lib/panel/list/views/DeleteView.tsx": "`version` of the view",
  "lib/panel/opportunities/Board.tsx": "`version` of the card that is lost",
  "lib/panel/opportunities/OpportunityVerbs.tsx": "`version` of the opportunity that is lost",
  "lib/panel/opportunities/stages/StageDialog.tsx": "`version` of the stage, `count` of what moves",
  "lib/panel/quotes/approval/ApprovalMoves.tsx": "`version` that the question names, on phones too",
  "lib/panel/quotes/approval/CostsDialog.tsx": "`version` of the quotation",
  "lib/panel/quotes/parts/MoveDialog.tsx": "`version` when the question was asked",
  "lib/panel/quotes/parts/SendDialog.tsx": "`version` that the preview drew",
  "lib/panel/record/erase/EraseData.tsx": "the name, typed again, which the API compares",
  "lib/panel/record/merge/MergeRecord.tsx": "`version` and `into_version` of both records",
  "lib/panel/form/ClashDialog.tsx": "`version` of the record that it compares",
  "lib/panel/templates/TemplateSheet.tsx": "`version` of the template",
};

/** Acts on what cannot be another thing meanwhile. */
const settled = {
  "lib/panel/installation/HoldActions.tsx": "what came in since it was held goes either way",
  "islands/notifications/CancelNotification.tsx": "nobody changes what was sent",
  "lib/panel/composer/apps/TemplateForm.tsx": "sends the values; other places are refused",
  "lib/panel/contacts/ConvertDialog.tsx":
    "sends the values themselves; a second one is `already_converted`",
  "lib/panel/contacts/thread/delivery_verbs.ts": "a message that left is as it left",
  "lib/panel/employees/EntryLinkDialog.tsx": "a new link; the one before ends",
  "lib/panel/employees/Invitations.tsx": "answered once",
  "lib/panel/events/repeat/ScopeDialog.tsx":
    "undone as a whole; another series is `version_conflict`",
  "lib/panel/list/RowVerbs.tsx": "a key, a phone or a callback, which nobody edits",
  "lib/panel/notifications/callbacks/RedeliverSince.tsx": "names a moment, and counts nothing",
  "lib/panel/quotes/parts/DeliveryLine.tsx": "a message that left is as it left",
  "lib/panel/quotes/links/RevokeLink.tsx": "a link is only made and revoked",
  "lib/panel/quotes/parts/TellDialog.tsx": "sends the text itself",
};

/** Makes something new, or changes nothing. */
const harmless = [
  "lib/panel/channels/NewChannel.tsx",
  "lib/panel/channels/SecretDialog.tsx",
  "lib/panel/channels/mailbox/AutomaticDialog.tsx",
  "lib/panel/contacts/thread/mail/MailDialog.tsx",
  "lib/panel/events/repeat/RepeatDialog.tsx",
  "lib/panel/frame/CommandPalette.tsx",
  "lib/panel/frame/ShortcutDialog.tsx",
  "lib/panel/list/bulk/BulkReport.tsx",
  "lib/panel/list/views/ViewDialog.tsx",
  "lib/panel/notifications/keys/NewKey.tsx",
  "lib/panel/notifications/parts/PairPhone.tsx",
  "lib/panel/notifications/parts/SendTest.tsx",
  "lib/panel/quotes/parts/RevisionsDialog.tsx",
  "lib/panel/record/new/NewSheet.tsx",
];

/** Draw a `<dialog>` of their own: what the kit of `lib/panel/page` lacks for them. */
const own = {
  "islands/opportunities/OpportunitySheet.tsx": "a page in a sheet, beside the board",
  "lib/panel/channels/mailbox/MailboxDialog.tsx": "three steps, each with its own ways out",
  "lib/panel/contacts/ConvertDialog.tsx": "two columns, and links where the form was",
  "lib/panel/events/calendar/parts/CreateDialog.tsx":
    "stands beside the selection; two ways to go on",
  "lib/panel/form/ClashDialog.tsx": "has no way back: Escape is an answer too",
  "lib/panel/frame/CommandPalette.tsx": "a field with its list",
  "lib/panel/frame/ShortcutDialog.tsx": "a list of keys, no form",
  "lib/panel/list/bulk/BulkReport.tsx": "a list, no form",
  "lib/phone/parts/Sheet.tsx": "the phone's own",
};

/** The kit. */
const kit = ["FormDialog", "FormSheet", "ShownOnceDialog", "HeadedDialog"]
  .map((name) => `lib/panel/page/${name}.tsx`);

/** The parts that dialogs are made of. */
const parts = [
  "lib/panel/page/ShownOnceDialog.tsx",
  "lib/panel/page/use_dialog.ts",
  "lib/panel/save/AskDialog.tsx",
  "lib/panel/save/VerbButton.tsx",
];

Deno.test("each dialog stands in the table, with what says what it showed", async () => {
  const all = sourceFiles().filter((file) => /^(islands|lib\/panel)\//.test(file));
  const dialogs: string[] = [];
  for (const file of all.filter((file) => !/words\.ts$/.test(file))) {
    const text = await Deno.readTextFile(resolve(root, file));
    if (/\buse(Open)?Dialog\(|<(Ask|ShownOnce)Dialog\b|\bconfirm(=\{|: )/.test(text)) {
      dialogs.push(file);
    }
  }
  const table = [...Object.keys(sends), ...Object.keys(settled), ...harmless, ...parts];
  assert.deepEqual(dialogs.sort(), table.sort());
});

Deno.test("a dialog is of the kit, or says why not", async () => {
  const drawing: string[] = [];
  for (const file of sourceFiles().filter((file) => file.endsWith(".tsx"))) {
    if ((await Deno.readTextFile(resolve(root, file))).includes("<dialog")) drawing.push(file);
  }
  assert.deepEqual(drawing.sort(), [...Object.keys(own), ...kit].sort());
});
