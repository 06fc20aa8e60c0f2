/** What a port learns of one call, as the last argument of its methods. */
export interface PortCallOptions {
  /**
   * Aborts when nobody waits for the answer any more: the caller's own signal did, or the time limit is over. Pass it on to what can
   * be cancelled. A commit may still go through then: the caller was told that this is open. Read it from the call itself: it is made
   * when it is asked for, and a copy of the call does not have it.
   */
  readonly signal: AbortSignal
}
