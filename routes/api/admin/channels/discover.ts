import { discover, discoverBody, discoveredRecord } from "@/lib/channels/email/discover.ts";
import { asMember } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";

export const handler = endpoint({
  POST: asMember({
    summary: "Find how a mailbox is reached",
    description:
      "By its address. Nothing is kept. Takes 5 seconds at most, and a member asks for " +
      "one at a time: the next one is 429 meanwhile.",
    body: discoverBody,
    returns: discoveredRecord,
    runWithoutTransaction: async ({ asMember, body, language, services }) => {
      const { companyId, userId } = await asMember(({ member }) => Promise.resolve(member));
      const { mailNetwork: network, oauth: { clients }, discoveries } = services;
      const { readAutoconfig, places } = discoveries;
      const leave = places.take(companyId, `member ${userId}`);
      try {
        const options = { network, companyId, language, clients, readAutoconfig };
        return await discover(body.address, options);
      } finally {
        leave();
      }
    },
  }),
});
