/** An error that carries the HTTP status to answer with. */
export class HttpError extends Error {
  override name = "HttpError";

  constructor(
    readonly status: number,
    message = "",
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
