/** Mails about an event of which the calendar has another version (RFC 5546, 2.1.5). */
import { type Invitation, organizer, stamp, uid, visit } from "./invited_scene.ts";

export const ahead = 240;

const longUid = (end: string) => `UID:${"0".repeat(400)}${end}`;
export const first: Invitation = { events: [visit(ahead, ...stamp(1))] };
export const changed = (lines: string[], hours = ahead + 24, method = "REQUEST"): Invitation => ({
  method,
  events: [visit(hours, ...lines)],
});
const without = (line: string, invitation: Invitation): Invitation => ({
  ...invitation,
  events: invitation.events.map((event) => event.filter((one) => one !== line)),
});
const renamed = (id: string, invitation: Invitation): Invitation => ({
  ...invitation,
  events: invitation.events.map((event) => event.map((one) => one === uid ? id : one)),
});

export const laterMails: [
  name: string,
  was: Invitation,
  mail: Invitation,
  standing: string | null,
][] = [
  ["a higher SEQUENCE at another time", first, changed(stamp(2)), "move"],
  ["the same SEQUENCE, stamped later", first, changed(stamp(1, 5)), "move"],
  [
    "a higher SEQUENCE, stamped earlier",
    { events: [visit(ahead, ...stamp(1, 9))] },
    changed(stamp(2, 1)),
    "move",
  ],
  ["the same version", first, changed(stamp(1)), "current"],
  ["a higher SEQUENCE at the same time", first, changed(stamp(2), ahead), "current"],
  ["another place", first, changed(["LOCATION:Calle Mayor 1", ...stamp(2)], ahead), "move"],
  ["an older version that comes late", first, changed(stamp(0, 9)), "newer"],
  [
    "an older stamp that comes late",
    { events: [visit(ahead, ...stamp(1, 9))] },
    changed(stamp(1, 2)),
    "newer",
  ],
  [
    "Outlook's own SEQUENCE",
    { events: [visit(ahead, ...stamp(null))] },
    changed(["X-MICROSOFT-CDO-APPT-SEQUENCE:1", ...stamp(null)]),
    "move",
  ],
  [
    "no SEQUENCE at all, stamped later",
    { events: [visit(ahead, ...stamp(null))] },
    changed(stamp(null, 3)),
    "move",
  ],
  [
    "without METHOD, as a booking page sends it",
    { ...first, method: "PUBLISH" },
    changed(stamp(2), undefined, "PUBLISH"),
    "move",
  ],
  ["a cancellation", first, changed(stamp(2), ahead, "CANCEL"), "cancel"],
  ["a cancellation of the same SEQUENCE", first, changed(stamp(1), ahead, "CANCEL"), "cancel"],
  ["a STATUS that cancels", first, changed(["STATUS:CANCELLED", ...stamp(2)]), "cancel"],
  ["an old cancellation", first, changed(stamp(0), ahead, "CANCEL"), "newer"],
  ["another organiser", first, {
    events: [
      visit(ahead + 24, ...stamp(9)).map((line) =>
        line === organizer ? "ORGANIZER:mailto:otra@estafa.example" : line
      ),
    ],
  }, null],
  ["no organiser", first, without(organizer, changed(stamp(9))), null],
  [
    "no organiser in either",
    without(organizer, first),
    without(organizer, changed(stamp(9))),
    "move",
  ],
  ["another event", first, renamed("UID:otra@google.com", changed(stamp(9))), null],
  ["one date of a series", first, changed(["RECURRENCE-ID:20261208T090000Z", ...stamp(9)]), null],
  [
    "one date of a series called off",
    first,
    changed(["RECURRENCE-ID:20261208T090000Z", ...stamp(9)], ahead, "CANCEL"),
    null,
  ],
  ["an answer", first, changed(stamp(9), undefined, "REPLY"), null],
  ["a guest's other proposal", first, changed(stamp(9), undefined, "COUNTER"), null],
  ["one more date of a series", first, changed(stamp(9), undefined, "ADD"), null],
  [
    "a UID of 400 letters",
    renamed(longUid("a"), first),
    renamed(longUid("a"), changed(stamp(2))),
    "move",
  ],
  [
    "a UID that differs in its last letter",
    renamed(longUid("a"), first),
    renamed(longUid("b"), changed(stamp(2))),
    null,
  ],
];
