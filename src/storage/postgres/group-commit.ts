import type { PortCall } from '../../ports/port-call.js'
import type { CommitOutcome } from '../../ports/storage.js'
import { lanes, type Waiting } from './lanes.js'
import type { WrittenChange } from './written-change.js'

/** How commits reach the database. */
export interface CommitStatements {
  commitOne(change: WrittenChange): Promise<CommitOutcome>
  /** The ids of the quotes whose changes are committed. All are of one store; no quote and no key comes twice. */
  commitGroup(changes: readonly WrittenChange[]): Promise<ReadonlySet<string>>
  /** Whether the database refused a statement, so that nothing of it is committed, and its changes may do better one by one. */
  isRefusal(error: unknown): boolean
}

/**
 * Commits share statements as `lanes` says: two are on their way at once, so that the database is at one while the other is made. Each
 * commit has its own outcome: where one makes the database refuse a statement, each of the group is tried alone.
 */
export function groupCommit(
  statements: CommitStatements,
): (change: WrittenChange, call: PortCall | undefined) => Promise<CommitOutcome> {
  return lanes({
    mostOnTheirWay: 2,
    mostCalls: 32,
    mostCharacters: 2 ** 20,
    storeOf: ({ storeId }) => storeId,
    namesOf,
    lengthOf: ({ quote, entry }) => quote.length + entry.length,
    send: (group) => settle(statements, group),
  })
}

function namesOf({ quoteId, idempotency }: WrittenChange): readonly string[] {
  const quote = `quote ${quoteId}`
  return idempotency === undefined ? [quote] : [quote, `key ${idempotency.key}`]
}

/** Tells every commit its outcome. Never rejects. */
async function settle(
  statements: CommitStatements,
  group: readonly Waiting<WrittenChange, CommitOutcome>[],
): Promise<void> {
  const { commitOne, commitGroup, isRefusal } = statements
  const [first] = group
  if (group.length === 1 && first !== undefined) {
    await commitOne(first.item).then(first.resolve, first.reject)
    return
  }
  try {
    const committed = await commitGroup(group.map(({ item }) => item))
    for (const { item, resolve } of group)
      resolve(committed.has(item.quoteId) ? 'committed' : 'conflict')
  } catch (error) {
    if (isRefusal(error)) await Promise.all(group.map((member) => settle(statements, [member])))
    else for (const { reject } of group) reject(error)
  }
}
