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
