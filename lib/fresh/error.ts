/** An error that carries the HTTP status to answer with. */
export class HttpError extends Error {
  override name = "HttpError";

  constructor(
    /** The HTTP status, for instance 404. */
    readonly status: number,
    message = "",
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
