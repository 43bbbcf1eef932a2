import { Buffer } from "node:buffer";
import { type IncomingHttpHeaders, request } from "node:http";
import zlib from "node:zlib";

/** An answer as it was on the wire. */
export interface Raw {
  status: number;
  headers: IncomingHttpHeaders;
  /** The body as it came, compressed or not. */
  bytes: Buffer;
  /** What the body says, decoded. */
  text: string;
}

const decoders = {
  gzip: zlib.gunzipSync,
  br: zlib.brotliDecompressSync,
  zstd: zlib.zstdDecompressSync,
};

/** Asks by HTTP/1.1; adds no header of its own and undoes no coding. */
export function askRaw(
  url: string,
  { method = "GET", headers = {} }: { method?: string; headers?: Record<string, string> } = {},
): Promise<Raw> {
  return new Promise((resolve, reject) => {
    const call = request(url, { method, headers }, async (answer) => {
      const parts: Buffer[] = [];
      for await (const part of answer) parts.push(part as Buffer);
      const bytes = Buffer.concat(parts);
      const coding = answer.headers["content-encoding"] as keyof typeof decoders | undefined;
      const text = (coding && bytes.length > 0 ? decoders[coding](bytes) : bytes).toString();
      resolve({ status: answer.statusCode!, headers: answer.headers, bytes, text });
    });
    call.on("error", reject).end();
  });
}
