import { QuoteError } from '../../../errors.js'
import type { StoragePort } from '../../../ports/storage.js'
import type { Executor } from '../client.js'
import { isDuplicate, isOutsideOfTransaction } from '../errors.js'

const savepoint = 'quotewright'

/**
 * Returns commits that write only inside a transaction of the host. Each has a savepoint, so that
 * one that conflicts leaves nothing behind.
 *
 * Outside of a transaction, a savepoint ends with the statement that sets it. So the first rollback
 * to it, before anything is written, says whether there is a transaction: every server has this,
 * while only MariaDB has a variable for it.
 *
 * @throws QuoteError `invalid_options` if there is no transaction
 */
export function commitsInTransaction(
  executor: Executor,
  { commit }: Pick<StoragePort, 'commit'>,
): Pick<StoragePort, 'commit'> {
  const rollback = () => executor.run(`rollback to savepoint ${savepoint}`)

  async function begin(): Promise<void> {
    await executor.run(`savepoint ${savepoint}`)
    try {
      await rollback()
    } catch (error) {
      if (!isOutsideOfTransaction(error)) throw error
      const client =
        'must be inside a transaction, but there is none: begin one on this connection first, and ' +
        'call the engine before commit or rollback'
      throw new QuoteError('invalid_options', { errors: { client } }, { cause: error })
    }
  }

  return {
    async commit(storeId, change, call) {
      await begin()
      try {
        const outcome = await commit(storeId, change, call)
        if (outcome === 'conflict') await rollback()
        else await executor.run(`release savepoint ${savepoint}`)
        return outcome
      } catch (error) {
        if (!isDuplicate(error)) throw error
        await rollback()
        return 'conflict'
      }
    },
  }
}
