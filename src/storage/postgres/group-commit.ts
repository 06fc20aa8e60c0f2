import type { PortCall } from '../../ports/port-call.js'
import type { CommitOutcome } from '../../ports/storage.js'
import type { WrittenChange } from './written-change.js'

/** How commits reach the database. */
export interface CommitStatements {
  commitOne(change: WrittenChange): Promise<CommitOutcome>
  /** The ids of the quotes whose changes are committed. All are of one store; no quote and no key comes twice. */
  commitGroup(changes: readonly WrittenChange[]): Promise<ReadonlySet<string>>
  /** Whether the database refused a statement, so that nothing of it is committed, because of what one of its changes is. */
  isRefusal(error: unknown): boolean
}

interface Member {
  readonly change: WrittenChange
  readonly signal: AbortSignal | undefined
  readonly resolve: (outcome: CommitOutcome) => void
  readonly reject: (error: unknown) => void
}

const largestGroup = 64
const longestText = 2 ** 20

/**
 * Commits that come while one of the same store is on its way share the next statement. A lone commit goes out at once. Each has its own
 * outcome: where one makes the database refuse a statement, each of the group is tried alone. Stores do not wait for one another.
 */
export function groupCommit(
  statements: CommitStatements,
): (change: WrittenChange, call: PortCall | undefined) => Promise<CommitOutcome> {
  /** What waits, by store; a store is there as long as a statement of its is on its way. */
  const lanes = new Map<string, Member[]>()

  async function work(storeId: string, lane: Member[]): Promise<void> {
    for (let group = nextGroup(lane); group.length > 0; group = nextGroup(lane))
      await settledOrAbandoned(group, settle(statements, group))
    lanes.delete(storeId)
  }

  return (change, call) =>
    new Promise((resolve, reject) => {
      const member = { change, signal: call?.signal, resolve, reject }
      const lane = lanes.get(change.storeId)
      if (lane !== undefined) {
        lane.push(member)
      } else {
        const opened = [member]
        lanes.set(change.storeId, opened)
        work(change.storeId, opened)
      }
    })
}

/** Takes what may share a statement off the head of a lane; what nobody waits for any more is dropped on the way. */
function nextGroup(lane: Member[]): readonly Member[] {
  const group: Member[] = []
  const taken = new Set<string>()
  let length = 0
  let seen = 0
  for (const member of lane) {
    const { change, signal, reject } = member
    if (signal?.aborted) {
      reject(signal.reason)
    } else {
      const names = namesOf(change)
      length += change.quote.length + change.entry.length
      const fits = group.length === 0 || (group.length < largestGroup && length <= longestText)
      if (!fits || names.some((name) => taken.has(name))) break
      for (const name of names) taken.add(name)
      group.push(member)
    }
    seen += 1
  }
  lane.splice(0, seen)
  return group
}

/** What may not come twice in a statement. */
function namesOf({ quoteId, idempotency }: WrittenChange): readonly string[] {
  const quote = `quote ${quoteId}`
  return idempotency === undefined ? [quote] : [quote, `key ${idempotency.key}`]
}

/** Tells every member its outcome. Never rejects. */
async function settle(statements: CommitStatements, group: readonly Member[]): Promise<void> {
  const { commitOne, commitGroup, isRefusal } = statements
  const [first] = group
  if (group.length === 1 && first !== undefined) {
    await commitOne(first.change).then(first.resolve, first.reject)
    return
  }
  try {
    const committed = await commitGroup(group.map(({ change }) => change))
    for (const { change, resolve } of group)
      resolve(committed.has(change.quoteId) ? 'committed' : 'conflict')
  } catch (error) {
    if (isRefusal(error)) await Promise.all(group.map((member) => settle(statements, [member])))
    else for (const { reject } of group) reject(error)
  }
}

/** Waits for a group, but not for one that a caller waits for no more: a statement without an answer does not hold up its store. */
function settledOrAbandoned(group: readonly Member[], settled: Promise<void>): Promise<void> {
  return new Promise((resolve) => {
    const goOn = () => {
      for (const { signal } of group) signal?.removeEventListener('abort', goOn)
      resolve()
    }
    for (const { signal } of group) signal?.addEventListener('abort', goOn)
    settled.then(goOn)
  })
}
