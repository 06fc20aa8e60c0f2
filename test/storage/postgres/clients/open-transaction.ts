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
