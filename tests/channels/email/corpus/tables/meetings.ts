import { hello, parts, type Row, type Table } from "../row.ts";

function calendar(events: string[][], method = "REQUEST"): string {
  const lines = events.flatMap((lines) => ["BEGIN:VEVENT", ...lines, "END:VEVENT"]);
  return ["BEGIN:VCALENDAR", `METHOD:${method}`, ...lines, "END:VCALENDAR"].join("\n");
}

function invited(
  lines: string[] | string[][],
  invitation: Record<string, unknown>,
  method = "REQUEST",
): Row {
  const events = (Array.isArray(lines[0]) ? lines : [lines]) as string[][];
  const text = calendar(events, method);
  return {
    ...parts("alternative", [hello, `Content-Type: text/calendar; method=${method}\n\n${text}`]),
    invitation,
    files: [["file-1.ics", text.replaceAll("\n", "\r\n")]],
  };
}

const at = (
  start: string,
  ...more: string[]
) => [`UID:u-${start}`, "SUMMARY:Visita", start, ...more];
const winter = "2026-12-01T08:00:00Z";

/** Invitations, whose hours are those of their zone, or of the company's clock. */
export const meetings: Table = {
  "a floating time": invited(at("DTSTART:20261201T090000"), { starts_at: winter, title: "Visita" }),
  "a time in UTC": invited(at("DTSTART:20261201T080000Z"), { starts_at: winter }),
  "a zone of Windows": invited(at("DTSTART;TZID=Romance Standard Time:20261201T090000"), {
    starts_at: winter,
  }),
  "a zone of a place": invited(at("DTSTART;TZID=America/Bogota:20261201T030000"), {
    starts_at: winter,
  }),
  "a duration": invited(at("DTSTART:20261201T080000Z", "DURATION:PT1H30M"), {
    ends_at: "2026-12-01T09:30:00Z",
  }),
  "all day": invited(at("DTSTART;VALUE=DATE:20261201", "DTEND;VALUE=DATE:20261202"), {
    all_day: true,
    starts_at: "2026-12-01",
    ends_at: "2026-12-02",
  }),
  "called off": invited(
    at("DTSTART:20261202T080000Z"),
    { method: "cancel", cancelled: true },
    "CANCEL",
  ),
  "answered": invited(at("DTSTART:20261203T080000Z"), { method: "reply" }, "REPLY"),
  "several": invited([at("DTSTART:20261201T080000Z"), at("DTSTART:20261205T080000Z")], {
    count: 2,
  }),
  "a line that is folded": invited(at("DTSTART:20261201T080000Z", "LOCATION:Calle\n  Mayor\\, 3"), {
    place: "Calle Mayor, 3",
  }),
  "an update": invited(at("DTSTART:20261207T080000Z", "SEQUENCE:3"), { sequence: 3 }),
};
