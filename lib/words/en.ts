import type { Words } from "@/lib/words/es.ts";

/** The panel's words in English. */
export const en: Words = {
  skip: "Skip to content",
  places: { label: "Sections", home: "Home" },
  companies: { switch: "Switch company", yours: "Your companies", here: "Current company" },
  account: "Your account",
  home: {
    hello: (name) => name ? `Hello, ${name}` : "Hello",
    latest: "Latest notifications",
    empty: "What is sent to phones, and what each person answers, shows up here.",
    send: "Send a test",
    more: (shown, total) => `The latest ${shown} of ${total}`,
    offline: "No connection: the list catches up once it is back.",
    arrived: (who, answer) => `${who} answered ${answer}`,
  },
  row: {
    title: "Notification",
    to: "To",
    state: "Status",
    answer: "Answer",
    sent: "Sent",
    others: (count) => `and ${count} more`,
    none: "No answer",
  },
  types: { info: "Information", success: "Success", warning: "Warning", error: "Error" },
  states: {
    answered: "Answered",
    read: "Read",
    delivered: "Delivered",
    sent: "Sent",
    queued: "Waiting",
    failed: "Failed",
    expired: "Expired",
    replaced: "Replaced",
    cancelled: "Cancelled",
  },
  form: {
    title: "Send a test",
    close: "Close",
    to: "To",
    toHint: "The identifier that the phone was paired with.",
    subject: "Title",
    body: "Text",
    type: "Type",
    priority: "Priority",
    priorities: { low: "Low: silent", normal: "Normal: with sound", high: "High: insistent" },
    buttons: "Buttons",
    button: (n) => `Button ${n}`,
    addButton: "Add a button",
    removeButton: (n) => `Remove button ${n}`,
    allowReply: "Allow a written reply",
    optional: "optional",
    send: "Send test",
    sending: "Sending…",
    shortcut: "Enter",
    sentTo: (who) => `Sent to ${who}.`,
    noPhone: (who) => `Sent. ${who} has no phone paired yet.`,
    sample: {
      title: "Relevo test",
      body: "If you can read this, notifications arrive. All good?",
      yes: "All good",
      no: "There is a problem",
    },
  },
  failures: {
    network: "The server could not be reached. What you wrote is still here: check your " +
      "connection and send again; it will not be sent twice.",
    session: "Your session has ended. What you wrote is still here: sign in again in another " +
      "tab, then send.",
    sessionList: "Your session has ended: the list is no longer kept up to date.",
    reload: "Sign in again",
    odd: "The server gave an unexpected answer. What you wrote is still here: try again in a " +
      "moment.",
  },
  errors: {
    retry: "Try again",
    toCompanies: "Go to my companies",
    toHome: "Go to the start",
    requestId: "Request id",
    pages: {
      company_required: {
        title: "Choose a company",
        text: "You belong to several. Each has its own data; you can switch at any time.",
      },
      unauthorized: {
        title: "We do not know who you are",
        text: "You came without a valid identification from the access gateway, so nothing is " +
          "shown. Sign in again; if it keeps happening, tell whoever runs Relevo.",
      },
      token_expired: {
        title: "Your session has ended",
        text: "What you saved is safe. Sign in again to go on.",
      },
      not_a_member: {
        title: "You do not belong to this company",
        text: "So nothing of it is shown. Open one of yours, or ask someone there to add you.",
      },
      no_membership: {
        title: "You do not belong to any company yet",
        text: "Relevo knows you, but nobody has added you so far. Ask a colleague to do it, then " +
          "try again.",
      },
      not_found: {
        title: "There is nothing here",
        text: "The address is mistyped, or what was here has been removed.",
      },
      keys_unavailable: {
        title: "Sign-ins cannot be checked just now",
        text: "The access service does not answer. Nothing is lost; try again in a few seconds.",
      },
      database_unavailable: {
        title: "The data cannot be reached just now",
        text: "The database does not answer. Nothing was changed; try again in a few seconds.",
      },
      internal: {
        title: "Something went wrong on our side",
        text:
          "Nothing was changed. If it keeps happening, give the id to whoever runs Relevo: it " +
          "leads to what happened.",
      },
    },
  },
};
