import { request } from "node:http";
import { controlSocket } from "@/lib/service/control/server.ts";

/** The process that owns the folder does not answer at its socket, or refuses. */
export class ControlFailed extends Error {
  override name = "ControlFailed";
}

/** Asks the process that owns the data folder. @throws ControlFailed */
export async function askOwner<T>(
  dataDir: string,
  path: string,
  input: unknown = {},
  { timeoutMs = 60_000 } = {},
): Promise<T> {
  const socket = controlSocket(dataDir);
  const { status, body } = await send(socket, path, { body: JSON.stringify(input), timeoutMs })
    .catch((error) => {
      throw new ControlFailed(
        `another Relevo process is using ${dataDir}, and does not answer at its control.sock ` +
          `(${(error as { code?: string }).code ?? (error as Error).message})`,
      );
    });
  const reply = JSON.parse(body) as { result: T; error?: string };
  if (status !== 200) throw new ControlFailed(`the process in ${dataDir} failed: ${reply.error}`);
  return reply.result;
}

function send(
  socketPath: string,
  path: string,
  { body, timeoutMs }: { body: string; timeoutMs: number },
) {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; body: string }>();
  const asking = request({ socketPath, path, method: "POST", timeout: timeoutMs }, (response) => {
    const chunks: Uint8Array[] = [];
    response.on("data", (chunk: Uint8Array) => chunks.push(chunk)).on("error", reject)
      .on("end", async () => {
        const text = await new Blob(chunks as BlobPart[]).text();
        resolve({ status: response.statusCode!, body: text });
      });
  });
  asking.on("error", reject).on("timeout", () => asking.destroy(new Error("no answer in time")));
  asking.end(body);
  return promise;
}
