import { address } from "@/gateway/http/page_request.ts";
import { canonicalPath, isPrivate, isProtected, safePath } from "@/gateway/http/paths.ts";
import { mailServer } from "@/lib/channels/accounts/email_settings.ts";
import { clientList } from "@/lib/crm/clients/client.ts";
import { readContactForm } from "@/lib/crm/contacts/contact_form.ts";
import { formPost } from "@/lib/crm/contacts/held/form_posts.ts";
import { cleanName } from "@/lib/files/file.ts";
import { readRange } from "@/lib/files/ranges.ts";
import { typeOf } from "@/lib/files/sniff.ts";
import { chooseCoding } from "@/lib/http/accept_encoding.ts";
import { disposition } from "@/lib/http/disposition.ts";
import { isKnown } from "@/lib/http/etag.ts";
import { isForm, isFormPost, readFormOrJson } from "@/lib/http/form_body.ts";
import * as request from "@/lib/http/request.ts";
import { writeJson } from "@/lib/input/json_text.ts";
import * as input from "@/lib/input/input.ts";
import { exportSchema, listSchema, valuesSchema } from "@/lib/input/list.ts";
import { readListQuery } from "@/lib/input/list_reading.ts";
import { textOfMessage } from "@/lib/input/messages.ts";
import { isCode, normaliseCode } from "@/lib/input/pairing_code.ts";
import { isWrongTaxId } from "@/lib/input/tax_id.ts";
import type { Reader } from "./reader.ts";

const utf8 = new TextEncoder();
const clientQueries = [listSchema, exportSchema, valuesSchema].map((schemaOf) =>
  schemaOf(clientList)
);
const url = "http://localhost/";

function post(type: string) {
  return (text: string) => () =>
    readFormOrJson(
      new Request(url, { method: "POST", headers: { "Content-Type": type }, body: text }),
    );
}

/** Headers hold no line breaks, and are ASCII: what else there is becomes a blank. */
function header(name: string) {
  return (text: string) => {
    const value = text.replace(/[^\x20-\x7e]/g, " ");
    return { headers: new Headers({ [name]: `a${value}` }) } as Request;
  };
}

/** Node's most for all headers of a request. */
const longestHeader = 16_384;
const longestBody = 65_536;

export const formReaders: Reader[] = [
  {
    name: "a form or JSON",
    of: { "lib/http/form_body.ts": ["readFormOrJson", "isForm", "isFormPost"] },
    most: longestBody,
    shapes: ["a=1&", "%", "[", '{"a":', "--b\r\n"],
    frames: {
      form: post("application/x-www-form-urlencoded"),
      JSON: post("application/json"),
      parts: post("multipart/form-data; boundary=b"),
    },
    read: async (send: () => Promise<unknown>) => {
      isForm(new Request(url));
      isFormPost(new Request(url));
      await send();
    },
  },
  {
    name: "JSON of a call",
    of: {
      "lib/input/input.ts": ["parseJson", "queryObject", "isClean", "codePoints", "isVisible"],
      "lib/input/json_text.ts": ["writeJson"],
    },
    most: longestBody,
    shapes: ["[", '{"a":', '"a",', "\\u0041"],
    frames: {
      "as it is": (text) => ({ text }),
      "a string": (text) => ({ text: JSON.stringify({ data: text }) }),
    },
    read: ({ text }: { text: string }) => {
      input.isVisible(text);
      input.codePoints(text);
      writeJson({ text });
      input.queryObject(new URLSearchParams(text));
      input.parseJson(utf8.encode(text), ["data"]);
    },
  },
  {
    name: "the contact form",
    of: {
      "lib/crm/contacts/contact_form.ts": ["readContactForm"],
      "lib/crm/contacts/held/form_posts.ts": ["formPost"],
    },
    most: longestBody,
    frames: {
      message: (message) => ({ message }),
      name: (name) => ({ name, message: "x" }),
      email: (email) => ({ email, message: "x" }),
      phone: (phone) => ({ phone, message: "x" }),
      "a field of the site": (sizes) => ({ sizes, message: "x" }),
      "a name of a field": (name) => ({ [name]: "x", message: "x" }),
    },
    read: (values: { message: string }) => {
      formPost({ companyId: 1 }, "192.0.2.0/24", values.message);
      readContactForm(values);
    },
  },
  {
    name: "fields of a record",
    of: {
      "lib/input/messages.ts": ["textOfMessage"],
      "lib/input/tax_id.ts": ["isWrongTaxId"],
      "lib/input/pairing_code.ts": ["normaliseCode", "isCode"],
    },
    most: longestBody,
    read: (text: string) => {
      isWrongTaxId(text);
      textOfMessage(text);
      mailServer.safeParse({ host: text });
      isCode(normaliseCode(text));
    },
  },
  {
    name: "a list's query",
    of: {
      "lib/input/list_reading.ts": ["readListQuery"],
      "lib/input/list.ts": ["exportSchema", "valuesSchema", "listSchema"],
    },
    most: longestHeader,
    shapes: ["a=1&", "tag=a,"],
    frames: {
      "as it is": (text) => new URLSearchParams(text),
      words: (q) => new URLSearchParams({ q }),
      tags: (tag) => new URLSearchParams({ tag }),
      order: (sort) => new URLSearchParams({ sort }),
    },
    read: (params: URLSearchParams) => clientQueries.map((query) => readListQuery(query, params)),
  },
  {
    name: "headers of a request",
    of: {
      "lib/http/request.ts": [
        "bearer",
        "cookies",
        "requestIdOf",
        "isCrossSite",
        "callersNetwork",
        "surroundingNetwork",
      ],
      "lib/http/accept_encoding.ts": ["chooseCoding"],
      "lib/http/etag.ts": ["isKnown"],
      "lib/files/ranges.ts": ["readRange"],
    },
    most: longestHeader,
    shapes: ["a=b; ", "gzip;q=1,", 'W/"a",', "Bearer a"],
    frames: {
      ...Object.fromEntries(
        ["cookie", "if-none-match", "x-request-id", "x-forwarded-for"].map((
          name,
        ) => [name, header(name)]),
      ),
      authorization: (text) => header("authorization")(`Bearer ${text}`),
    },
    read: (req: Request) => {
      const [[, value]] = [...req.headers] as [[string, string]];
      request.bearer(req);
      request.cookies(req);
      request.requestIdOf(req);
      request.isCrossSite(req, url);
      request.surroundingNetwork(value);
      request.callersNetwork(req, {} as Deno.ServeHandlerInfo, "x-forwarded-for");
      isKnown(req, '"a"');
      chooseCoding(value, ["br", "gzip"]);
      readRange(value, 1_000);
    },
  },
  {
    name: "addresses at the gateway",
    of: {
      "gateway/http/page_request.ts": ["address"],
      "gateway/http/paths.ts": ["canonicalPath", "isProtected", "isPrivate", "safePath"],
    },
    most: longestBody,
    shapes: ["%25", "/", "../", "a.", "a@b."],
    frames: { "as it is": (text) => text, "a domain": (text) => `a@${text}` },
    read: (text: string) => {
      address.safeParse(text);
      const path = canonicalPath(`/${text}`);
      isPrivate(path);
      isProtected(path);
      safePath(`/${text}`);
    },
  },
  {
    name: "the name of a file",
    of: { "lib/files/file.ts": ["cleanName"], "lib/http/disposition.ts": ["disposition"] },
    most: longestBody,
    shapes: [".", "/", ".a"],
    read: (name: string) => disposition("inline", { name: cleanName(name), extension: "" }),
  },
  {
    name: "the beginning of a file",
    of: { "lib/files/sniff.ts": ["typeOf"] },
    most: 65_536,
    shapes: ["PK\x03\x04\0\0\0\0\0\0", "\0\0\0\x01", "ID3\x04\0\0\0\0\0\0", "RIFF", "<?xml "],
    frames: {
      "as it is": (text) => utf8.encode(text),
      ...Object.fromEntries(
        [
          ...["PK\x03\x04", "ID3\x04\0\0\0\0\x7f\x7f", "\0\0\0\x18ftyp", "\x1aE", "OggS", "MThd"],
          ...["RIFF\0\0\0\0WAVE", "II*\0\x08\0\0\0", "\x89PNG\r\n\x1a\n", "%PDF-", "\x1f\x8b\x08"],
        ].map((begin) => [
          JSON.stringify(begin),
          (text: string) => Uint8Array.from(begin + text, (char) => char.charCodeAt(0)),
        ]),
      ),
    },
    read: (bytes: Uint8Array) => typeOf(bytes),
  },
];
