/** Bodies that the benchmarks send. "00000000" is replaced by the number of the send. */

/** An ordinary notification: a question with two buttons about an order, for one of many users. */
export const plain = {
  userId: "customer-00000000",
  title: "Order 00000000 is ready",
  body: "Your order is packed. Shall we deliver it tomorrow between nine and one, or do you " +
    "prefer to pick it up at the shop?",
  type: "info",
  priority: "high",
  sender: "Relevo Shop",
  url: "https://shop.example/orders/00000000",
  ttl: 86_400,
  data: { orderId: "00000000", shop: "centre" },
  actions: [{ id: "deliver", label: "Deliver it" }, { id: "pick-up", label: "I pick it up" }],
  allowReply: true,
  callbackUrl: "https://127.0.0.1:8443/relevo/callbacks",
};

/** The same with an idempotency key and a tag, as a careful program sends it. */
export const keyed = { ...plain, tag: "order-00000000", idempotencyKey: "order-ready-00000000" };
