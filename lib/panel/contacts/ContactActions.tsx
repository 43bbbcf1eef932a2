import { usePage, useWords } from "@/components/page.ts";
import { useEffect, useState } from "preact/hooks";
import { Icon } from "@/components/icons/Icon.tsx";
import { Menu } from "@/components/Menu.tsx";
import { PhoneItems } from "@/lib/panel/contacts/PhoneItems.tsx";
import { MergeItem } from "@/lib/panel/record/MergeItem.tsx";
import { PersonItems } from "@/lib/panel/record/erase/PersonItems.tsx";
import { VerbButton } from "@/lib/panel/save/VerbButton.tsx";
import { type ContactState, useContactState } from "@/lib/panel/contacts/page_state.ts";
import type { MergedField } from "@/lib/panel/form/form_fields.ts";
import { later } from "@/lib/panel/page/later.ts";
import { regionsReplaced } from "@/lib/panel/live/regions.ts";
import { runVerb, type Verb } from "@/lib/panel/save/run_verb.ts";
import { commonWords } from "@/lib/words/common.ts";
import { inboxWords } from "@/lib/panel/contacts/words.ts";

const EraseData = later(() => import("@/lib/panel/record/erase/EraseData.tsx"), "EraseData");
const MergeRecord = later(() => import("@/lib/panel/record/merge/MergeRecord.tsx"), "MergeRecord");

interface ContactActionsProps {
  id: number;
  title: string;
  first: ContactState;
  people: { id: number; name: string }[];
  userId: number;
  /** The fields that a merge may fill. */
  merged: MergedField[];
}

/** Menu of actions on a contact other than answering and converting. */
export function ContactActions(props: ContactActionsProps) {
  const { id, title, people, userId, merged } = props;
  const page = usePage();
  const state = useContactState(props.first);
  const [isMerging, setMerging] = useState(false);
  const [isErasing, setErasing] = useState(false);
  const { actions: words, held } = useWords(inboxWords);
  const path = `contacts/${id}`;
  const { isTrashed, trash, restore } = useTrash(path);
  const isArchived = state.status === "archived";

  if (isTrashed) {
    return (
      <p class="flex items-center gap-3 text-soft">
        {words.inTrash}
        <VerbButton {...restore} label={words.restore} done={words.restored} />
      </p>
    );
  }
  return (
    <>
      {state.isHeld && (
        <VerbButton
          key="release"
          path={`${path}/release`}
          label={held.release}
          icon="inbox"
          done={held.released}
        />
      )}
      <AssignMenu {...{ path, state, people, userId }} />
      <VerbButton
        key="archive"
        {...changeOf(path, { status: isArchived ? "read" : "archived" })}
        label={isArchived ? words.unarchive : words.archive}
        icon={isArchived ? "archive-restore" : "archive"}
        done={isArchived ? words.unarchived : words.archived}
        undo={changeOf(path, { status: isArchived ? "archived" : "read" })}
        shortcut="e"
      />
      <MoreMenu
        {...{ path, state }}
        onMerge={() => setMerging(true)}
        onTrash={trash}
        onErase={() => setErasing(true)}
      />
      {isMerging && (
        <MergeRecord
          {...page}
          noun="contact"
          id={id}
          title={title}
          fields={merged}
          onClose={() => setMerging(false)}
        />
      )}
      {isErasing && (
        <EraseData
          {...page}
          noun="contact"
          id={id}
          name={title}
          onClose={() => setErasing(false)}
        />
      )}
    </>
  );
}

function useTrash(path: string) {
  const page = usePage();
  const { actions: words } = useWords(inboxWords);
  const [isTrashed, setTrashed] = useState(false);
  const restore = { path: `${path}/restore` };

  async function trash() {
    const verb: Verb = { path, method: "DELETE", done: words.trashed, undo: restore };
    const outcome = await runVerb(verb, page);
    if (outcome.ok) setTrashed(true);
  }

  // The page of what lies in the trash cannot be read: once it can, the contact is back.
  useEffect(() => {
    const back = () => setTrashed(false);
    document.addEventListener(regionsReplaced, back);
    return () => document.removeEventListener(regionsReplaced, back);
  }, []);

  return { isTrashed, trash, restore };
}

function changeOf(path: string, json: unknown) {
  return { path, method: "PATCH" as const, json };
}

interface AssignMenuProps extends Pick<ContactActionsProps, "people" | "userId"> {
  path: string;
  state: ContactState;
}

/** Whose the contact is, and everybody whose it can be. */
function AssignMenu({ path, state, people, userId }: AssignMenuProps) {
  const { actions: words } = useWords(inboxWords);
  const { nobody } = useWords(commonWords);
  const me = people.find((person) => person.id === userId);
  const isMine = state.assignee?.id === userId;
  const assign = (person: { id: number; name: string } | null): Verb => ({
    ...changeOf(path, { assignee_id: person?.id ?? null }),
    done: person ? words.assigned(person.name) : words.unassigned,
    undo: changeOf(path, { assignee_id: state.assignee?.id ?? null }),
  });
  return (
    <>
      <button type="button" class="button" popovertarget="contact-assign">
        <Icon name="user" />
        <span class="max-w-32 truncate">
          {state.assignee ? `${words.assign}: ${state.assignee.name}` : words.assign}
        </span>
      </button>
      <Menu id="contact-assign">
        {me && (
          <VerbButton
            {...assign(isMine ? null : me)}
            label={isMine ? words.unassigned : words.assignMe}
            look="menu"
            icon="user-check"
            shortcut="a"
          />
        )}
        <hr class="my-1 border-line" />
        {[null, ...people].map((person) => (
          <VerbButton
            key={person?.id ?? 0}
            {...assign(person)}
            label={person?.name ?? nobody}
            look="menu"
          />
        ))}
      </Menu>
    </>
  );
}

interface MoreMenuProps extends Pick<AssignMenuProps, "path" | "state"> {
  onMerge(): void;
  onTrash(): void;
  onErase(): void;
}

function MoreMenu({ path, state, onMerge, onTrash, onErase }: MoreMenuProps) {
  const { actions: words } = useWords(inboxWords);
  const { more } = useWords(commonWords);
  return (
    <>
      <button
        type="button"
        class="button button-icon contact-more"
        popovertarget="contact-more"
        title={more}
      >
        <Icon name="ellipsis" />
        <span class="sr-only">{more}</span>
      </button>
      <Menu id="contact-more">
        <PhoneItems state={state} />
        {state.status === "read" && (
          <VerbButton
            {...changeOf(path, { status: "new" })}
            label={words.unread}
            look="menu"
            icon="circle-dot"
            done={words.markedUnread}
            undo={changeOf(path, { status: "read" })}
          />
        )}
        <MergeItem onMerge={onMerge} />
        <VerbButton
          key="spam"
          path={`${path}/${state.isSpam ? "not-spam" : "spam"}`}
          label={state.isSpam ? words.notSpam : words.spam}
          look="menu"
          icon="shield-alert"
          done={state.isSpam ? words.markedNotSpam : words.markedSpam}
          undo={{ path: `${path}/${state.isSpam ? "spam" : "not-spam"}` }}
        />
        <button type="button" class="menu-item" data-command={words.trash} onClick={onTrash}>
          <Icon name="trash-2" />
          {words.trash}
        </button>
        <hr class="my-1 border-line" />
        <PersonItems path={path} onErase={onErase} />
      </Menu>
    </>
  );
}
