/** Sends what it is told to, so that the thread of the service has nothing to do with it. */

declare const self: Worker;

/** Kept apart until it is sent: to receive it takes time too. */
let request: Request;

self.onmessage = async ({ data }: MessageEvent<{ url: string; init: RequestInit } | "send">) => {
  if (data !== "send") {
    request = new Request(data.url, data.init);
    return self.postMessage(0);
  }
  const response = await fetch(request);
  await response.bytes();
  self.postMessage(response.status);
};
