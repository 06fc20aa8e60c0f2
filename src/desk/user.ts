import type { StoreContext } from '../engine/arguments.js'

/** Who uses the desk. */
export interface DeskUser extends StoreContext {
  /**
   * The name that the desk shows.
   *
   * @default The `actor`.
   */
  readonly name?: string | undefined
  /**
   * The language in which this user works, as a BCP 47 tag: words and formats of the desk, and not
   * those of documents. An invalid one is rejected with `invalid_context`.
   *
   * @default The option `locale`.
   */
  readonly locale?: string | undefined
}
