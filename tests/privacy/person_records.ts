/** People who are known for one case each, all of whose words have a name of their own. */
import { type Api, apiOf, expectData } from "../crm/scene.ts";
import { people, type World } from "../support/world.ts";

export interface PersonRecords {
  word: string;
  email: string;
  contactId: number;
  clientId: number;
  /** Merged into the client. */
  mergedId: number;
  /** A lost opportunity with a rejected quotation. */
  opportunityId: number;
  quoteId: number;
  saleId: number;
  taskId: number;
  taskIds: number[];
  /** On the opportunity. */
  noteId: number;
  /** Of a bulk change of the client's tags. */
  undoId: number;
  /** A client and a contact who are theirs only if a case says so. */
  otherId: number;
  otherContactId: number;
  /** Somebody else. */
  strangerId: number;
  versions: Record<"client" | "contact" | "opportunity" | "sale", number>;
}

export interface Scene {
  world: World;
  ana: Api;
  luisId: number;
  /** A client who wrote, bought once and lost once. */
  know(): Promise<PersonRecords>;
}

export async function sceneOf(world: World): Promise<Scene> {
  const ana = apiOf(world, people.ana);
  const { id: luisId } = await expectData(apiOf(world, people.luis, 1)("GET", "/me"));
  let count = 0;
  return { world, ana, luisId, know: () => know(ana, `Quintanar${++count}q`) };
}

async function know(ana: Api, word: string): Promise<PersonRecords> {
  const make = (path: string, json: object = {}) => expectData(ana("POST", path, json), 201);
  const act = (path: string, json: object = {}) => expectData(ana("POST", path, json));
  const email = `${word.toLowerCase()}@cliente.example`;
  const { id: contactId } = await make("/contacts", {
    channel: "web",
    name: word,
    email,
    message: word,
  });
  const { client: { id: clientId } } = await make(`/contacts/${contactId}/convert`, {
    create_opportunity: false,
  });
  const double = await make("/clients", { name: "Viuda" });
  await act(`/clients/${double.id}/merge`, { into_id: clientId });
  const quoted = async () => {
    const opportunity = await make("/opportunities", {
      title: word,
      client_id: clientId,
      contact_id: contactId,
    });
    const line = { name: word, quantity: 1, unit_price: 10, tax_rate: 21 };
    const quote = await make("/quotes", { opportunity_id: opportunity.id, lines: [line] });
    await act(`/quotes/${quote.id}/send`);
    return { opportunityId: opportunity.id as number, quoteId: quote.id as number };
  };
  const won = await quoted();
  await act(`/quotes/${won.quoteId}/approve`);
  const { sale, tasks: [delivery] } = await make(`/quotes/${won.quoteId}/confirm-sale`);
  await expectData(ana("PATCH", `/tasks/${delivery.id}`, { status: "done" }));
  const lost = await quoted();
  await act(`/quotes/${lost.quoteId}/reject`, { reason: word });
  await act(`/opportunities/${lost.opportunityId}/lose`, { lost_reason: "Precio" });
  const note = await make("/notes", { body: word, opportunity_id: lost.opportunityId });
  const tasks = [];
  for (const what of ["Llamar", "Medir"]) {
    tasks.push(await make("/tasks", { title: `${what} a ${word}`, client_id: clientId }));
  }
  const taskIds: number[] = tasks.map(({ id }) => id);
  const { undo_id } = await act("/clients/bulk", { ids: [clientId], tags: { add: [word] } });
  const other = await make("/clients", { name: "Doble" });
  const otherContact = await make("/contacts", { name: "Hermana" });
  const stranger = await make("/clients", { name: "Muebles Olmo" });
  const versionOf = async (path: string) => (await expectData(ana("GET", path))).version as number;
  return {
    word,
    email,
    contactId,
    clientId,
    ...lost,
    saleId: sale.id,
    taskIds,
    mergedId: double.id,
    taskId: taskIds[0]!,
    noteId: note.id,
    undoId: undo_id,
    otherId: other.id,
    otherContactId: otherContact.id,
    strangerId: stranger.id,
    versions: {
      client: await versionOf(`/clients/${clientId}`),
      contact: await versionOf(`/contacts/${contactId}`),
      opportunity: await versionOf(`/opportunities/${lost.opportunityId}`),
      sale: await versionOf(`/sales/${sale.id}`),
    },
  };
}
