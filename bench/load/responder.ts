/**
 * The most trivial server: reads the body and answers 202. How fast the load process is against it
 * shows that the load process is not what limits the app.
 */
const receipt = JSON.stringify({
  success: true,
  data: { notificationId: crypto.randomUUID(), createdAt: new Date(), recipients: [] },
});
const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, async (request) => {
  await request.bytes();
  return new Response(receipt, { status: 202 });
});
console.log(server.addr.port);
