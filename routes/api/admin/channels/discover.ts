import { discover, discoverBody, discoveredRecord } from "@/lib/channels/email/discover.ts";
import { asMember } from "@/lib/http/doors.ts";
import { endpoint } from "@/lib/http/endpoint.ts";

export const handler = endpoint({
  POST: asMember({
    summary: "Find how a mailbox is reached",
    description: "By its address. Nothing is kept.",
    body: discoverBody,
    returns: discoveredRecord,
    runWithoutTransaction: async ({ asMember, body, language, services }) => {
      const { companyId } = await asMember(({ member }) => Promise.resolve(member));
      const { mailDoor: door, oauth: { clients } } = services;
      return await discover(body.address, { door, companyId, language, clients });
    },
  }),
});
