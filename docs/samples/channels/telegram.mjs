// A Telegram bot as a channel of Relevo. Node 20, Deno or Bun; no dependencies.
// RELEVO_URL, RELEVO_KEY (scope channel), RELEVO_CHANNEL, RELEVO_SECRET (whsec_…), TELEGRAM_TOKEN.
import { Buffer } from "node:buffer";
import { createHmac, timingSafeEqual } from "node:crypto";
import { createServer } from "node:http";
import process from "node:process";

const { RELEVO_URL, RELEVO_KEY, RELEVO_CHANNEL, RELEVO_SECRET, TELEGRAM_TOKEN } = process.env;
const { TELEGRAM_URL = "https://api.telegram.org", PORT = "8080" } = process.env;
const bot = `${TELEGRAM_URL}/bot${TELEGRAM_TOKEN}`;

async function call(url, options, tries = 3) {
  const answer = await fetch(url, options);
  if (answer.status === 429 && tries > 1) {
    const seconds = Math.min(Number(answer.headers.get("retry-after")) || 1, 60);
    await new Promise((resolve) => setTimeout(resolve, 1_000 * seconds));
    return call(url, options, tries - 1);
  }
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`);
  return answer;
}

async function relevo(path, body, type = "application/json") {
  const headers = { Authorization: `Bearer ${RELEVO_KEY}`, "Content-Type": type };
  const answer = await call(RELEVO_URL + path, { method: "POST", headers, body });
  return (await answer.json()).data;
}

async function telegram(method, fields) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, ...[value].flat());
  return (await (await call(`${bot}/${method}`, { method: "POST", body: form })).json()).result;
}

// In: what the bot was sent, with its photo or document.
async function bring({ message_id, chat, from, text, caption, photo, document, date }) {
  const sent = document ?? photo?.at(-1);
  const files = [];
  if (sent) {
    const { file_path } = await telegram("getFile", { file_id: sent.file_id });
    const url = `${TELEGRAM_URL}/file/bot${TELEGRAM_TOKEN}/${file_path}`;
    const name = encodeURIComponent(sent.file_name ?? file_path.split("/").at(-1));
    const bytes = await (await call(url)).arrayBuffer();
    files.push((await relevo(`/api/files?name=${name}`, bytes, "application/octet-stream")).id);
  }
  await relevo(
    "/api/messages",
    JSON.stringify({
      channelId: Number(RELEVO_CHANNEL),
      externalId: `${chat.id}:${message_id}`,
      from: {
        id: String(chat.id),
        name: [from.first_name, from.last_name].filter(Boolean).join(" "),
      },
      text: text ?? caption ?? "",
      files,
      sentAt: new Date(date * 1000).toISOString(),
    }),
  );
}

// Out: what a member wrote, posted here by Relevo and signed (Standard Webhooks).
function isGenuine(headers, body) {
  const [id, at] = [headers["webhook-id"], headers["webhook-timestamp"]];
  if (!(Math.abs(Date.now() / 1000 - Number(at)) < 300)) return false;
  const key = Buffer.from(RELEVO_SECRET.replace("whsec_", ""), "base64");
  const mine = createHmac("sha256", key).update(`${id}.${at}.`).update(body).digest("base64");
  const [given, wanted] = [
    Buffer.from(headers["webhook-signature"] ?? ""),
    Buffer.from(`v1,${mine}`),
  ];
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

const seen = new Set(); // a real bot keeps these: a repeat has the same webhook-id
createServer(async (request, response) => {
  const parts = [];
  for await (const part of request) parts.push(part);
  const body = Buffer.concat(parts);
  if (!isGenuine(request.headers, body)) return response.writeHead(401).end();
  const { to, text, files = [], test } = JSON.parse(body);
  const id = request.headers["webhook-id"];
  try {
    if (!test && !seen.has(id)) {
      if (text) await telegram("sendMessage", { chat_id: to.id, text });
      for (const { url, name } of files) {
        const document = [await (await call(url)).blob(), name];
        await telegram("sendDocument", { chat_id: to.id, document });
      }
      seen.add(id);
    }
    response.writeHead(204).end();
  } catch (error) {
    console.error(error);
    response.writeHead(502).end(); // Relevo tries again
  }
}).listen(Number(PORT), () => console.log(`listening on ${PORT}`));

for (let offset = 0;;) {
  try {
    for (const { update_id, message } of await telegram("getUpdates", { offset, timeout: 30 })) {
      if (message) await bring(message);
      offset = update_id + 1;
    }
  } catch (error) {
    console.error(error.message); // the same updates come again, and are duplicates then
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
}
