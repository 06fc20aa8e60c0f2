import type { PostgresClient } from '../../../../src/storage/postgres/index.js'
import type { LibraryTransaction, OpenLibrary } from './libraries.js'

/** A transaction that stays open until a test rolls it back. */
export interface OpenTransaction extends LibraryTransaction {
  rollBack(): Promise<void>
}

export function openTransaction({ transaction }: OpenLibrary): Promise<OpenTransaction> {
  return new Promise((resolve, reject) => {
    const finished = transaction(
      (begun) =>
        new Promise<never>((_, end) => {
          const rollBack = async () => {
            end(new Error('roll back'))
            await finished.catch(() => {})
          }
          resolve({ ...begun, rollBack })
        }),
    )
    // Fails before `resolve` if the transaction could not begin.
    finished.catch(reject)
  })
}

/**
 * Returns a client that takes a rejected statement back alone, as `ON_ERROR_ROLLBACK` of psql does.
 * Without it the first one would abort the transaction.
 */
export function withSavepoints(client: PostgresClient): PostgresClient {
  return {
    async query(text, values) {
      await client.query('savepoint before_statement')
      try {
        return await client.query(text, values)
      } catch (error) {
        await client.query('rollback to savepoint before_statement')
        throw error
      } finally {
        await client.query('release savepoint before_statement')
      }
    },
  }
}
