/**
 * The last argument of every port method.
 *
 * @typeParam Client What the host passes to `engine.using`, such as `PoolClient` of pg.
 */
export interface PortCallOptions<Client = unknown> {
  /**
   * Aborts when the caller aborts or the timeout expires. Pass it to requests that can be
   * cancelled. A commit may still succeed afterwards.
   *
   * This is a lazy getter: `{ ...call }` does not copy it.
   */
  readonly signal: AbortSignal
  /**
   * The client that the host passed to `engine.using(client)`, if the call is part of a transaction
   * of the host. Run your queries of the same database on it: a second connection of a pool can
   * wait for ever for transactions that wait for it, and does not see what this one has written.
   * A statement that fails leaves the transaction unusable.
   */
  readonly client?: Client
}
