/** The last argument of every port method. */
export interface PortCallOptions {
  /**
   * Aborts when the caller aborts or the timeout expires. Pass it to requests that can be
   * cancelled. A commit may still succeed afterwards.
   *
   * This is a lazy getter: `{ ...call }` does not copy it.
   */
  readonly signal: AbortSignal
}
