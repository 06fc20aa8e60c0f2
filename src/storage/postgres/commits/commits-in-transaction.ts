import { QuoteError } from '../../../errors.js'
import type { StoragePort } from '../../../ports/storage.js'
import type { Query } from '../client.js'

/** A setting of the transaction. Without one, it ends with the statement that sets it. */
const setting = 'quotewright.transaction'

/** The same for all engines on a client, so that two of them can write at the same time. */
const open = 'open'

/** Another call on the client can go back to a savepoint, and take the mark with it. */
const maxAttempts = 3

/**
 * Returns commits that write only inside a transaction of the host. Outside of one, each statement
 * would be stored at once, and a rollback would do nothing.
 *
 * The first commit sets a mark that lives as long as the transaction, and reads it in a statement
 * of its own; later ones read it. A mark that is gone belongs to a transaction, or a savepoint,
 * that has ended, so it is set again.
 *
 * @throws QuoteError `invalid_options` if there is no transaction
 */
export function commitsInTransaction(
  query: Query,
  { commit }: Pick<StoragePort, 'commit'>,
): Pick<StoragePort, 'commit'> {
  let isMarked = false

  async function hasMark(): Promise<boolean> {
    const [row] = await query<{ readonly mark: string | null }>(
      `select current_setting('${setting}', true) as mark`,
    )
    return row?.mark === open
  }

  async function assertOpen(): Promise<void> {
    if (isMarked && (await hasMark())) return
    for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
      await query(`select set_config('${setting}', '${open}', true) as mark`)
      isMarked = await hasMark()
      if (isMarked) return
    }
    const client =
      'must be inside a transaction, but there is none: run begin on this client first, and call ' +
      'the engine before commit or rollback'
    throw new QuoteError('invalid_options', { errors: { client } })
  }

  return {
    async commit(storeId, change, call) {
      await assertOpen()
      return commit(storeId, change, call)
    },
  }
}
