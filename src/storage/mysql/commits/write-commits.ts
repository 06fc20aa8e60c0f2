import type { IdempotencyRecord } from '../../../record/commit.js'
import { eraseEntry, type HistoryEntry } from '../../../record/history/entry.js'
import type { RecordRef } from '../../../record/record.js'
import { getRecordKey } from '../../sql/batching.js'
import { toText } from '../../sql/rows.js'
import type { Executor } from '../client.js'
import { isDuplicate } from '../errors.js'
import { refTuples } from '../records.js'
import type { Tables } from '../schema/tables.js'
import type { TermRow } from '../search/tokens.js'
import { asBytes, literal, type SqlValue, tuple, tuples } from '../sql.js'
import { toPositionError } from './freeze.js'
import type { SerializedChange, SerializedCommit } from './serialized-commit.js'

/** Maximum number of expired keys that one transaction deletes. */
const maxPurgedKeys = 64

/**
 * Writes commits of one store inside a transaction, and returns the indexes of those that were
 * applied. No record and no key occurs twice.
 *
 * The first statement locks the row of the store, so that the statements after it see all that
 * others have committed in this store, and two transactions never wait for each other.
 *
 * @throws the driver's error for a duplicate entry if a record or a key exists. Then the
 * transaction, or the part since a savepoint, must be rolled back.
 */
export async function writeCommits(
  executor: Executor,
  tables: Tables,
  commits: readonly SerializedCommit[],
): Promise<ReadonlySet<number>> {
  const storeId = commits[0]?.storeId as string
  const all = commits.flatMap(({ changes }) => changes)
  const end = await reservePositions(executor, tables, storeId, all.length)
  const applicable = await listApplicable(executor, tables, commits)
  if (applicable.size === 0) return applicable
  const applied = commits.filter((_, index) => applicable.has(index))
  const changes = applied.flatMap((commit) => commit.changes)
  await releasePositions(executor, tables, storeId, all.length - changes.length)

  const writer = createWriter(executor, tables, storeId)
  await writer.createRecords(changes.filter(({ version }) => version === 1))
  const updates = changes.filter(({ version }) => version > 1)
  // The only update of the only commit has written its record, to see whether it has the version.
  if (getOnlyUpdate(commits) === undefined) await writer.updateRecords(updates)
  for (const change of changes) if (change.erasesHistory) await writer.eraseHistory(change)
  await writer.addHistory(changes, end - all.length)
  await writer.removeTerms(changes.flatMap(({ removedTerms }) => removedTerms))
  await writer.addTerms(changes.flatMap(({ addedTerms }) => addedTerms))
  const keys = applied.flatMap(({ idempotency }) => idempotency ?? [])
  await writer.addKeys(keys)
  return applicable
}

/** Locks the store, and returns the last of the positions that now belong to the transaction. */
async function reservePositions(
  executor: Executor,
  { stores }: Tables,
  storeId: string,
  count: number,
): Promise<number> {
  if (count === 0) return 0
  const { affectedRows, insertId } = await executor
    .run(
      `insert into ${stores} (store_id, position) values ${tuple([storeId, count])}
       on duplicate key update position = last_insert_id(position + ${count})`,
    )
    .catch((error) => {
      throw toPositionError(storeId, error)
    })
  return affectedRows === 1 ? count : insertId
}

/** Takes back what commits that are not applied would have needed. */
async function releasePositions(
  executor: Executor,
  { stores }: Tables,
  storeId: string,
  count: number,
): Promise<void> {
  if (count === 0) return
  await executor.run(
    `update ${stores} set position = position - ${count} where store_id = ${literal(storeId)}`,
  )
}

/** Returns the change that is all that the transaction has to write, if it is an update. */
function getOnlyUpdate(commits: readonly SerializedCommit[]): SerializedChange | undefined {
  const [change, ...others] = commits.flatMap(({ changes }) => changes)
  const isOnly = commits.length === 1 && others.length === 0
  return isOnly && change !== undefined && change.version > 1 ? change : undefined
}

/** Returns the indexes of the commits whose updates are of the versions that are stored. */
async function listApplicable(
  executor: Executor,
  tables: Tables,
  commits: readonly SerializedCommit[],
): Promise<ReadonlySet<number>> {
  const storeId = commits[0]?.storeId as string
  const only = getOnlyUpdate(commits)
  if (only !== undefined) {
    const isUpdated = await updateIfCurrent(executor, tables, storeId, only)
    return new Set(isUpdated ? [0] : [])
  }
  const updates = commits.flatMap(({ changes }) => changes.filter(({ version }) => version > 1))
  if (updates.length === 0) return new Set(commits.keys())
  // Locked, because a transaction of the host can have an older snapshot.
  const rows = await executor.rows<VersionRow>(
    `select kind, id, version from ${tables.records} force index (primary)
     where store_id = ${literal(storeId)} and (kind, id) in (${refTuples(updates)}) for update`,
  )
  const versions = new Map(
    rows.map(({ kind, id, version }) => [
      getRecordKey({ kind: toText(kind), id: toText(id) }),
      Number(version),
    ]),
  )
  const isCurrent = (change: SerializedChange) =>
    change.version === 1 || versions.get(getRecordKey(change)) === change.version - 1
  const indexes = [...commits.keys()]
  return new Set(indexes.filter((index) => commits[index]?.changes.every(isCurrent)))
}

interface VersionRow {
  readonly kind: unknown
  readonly id: unknown
  readonly version: unknown
}

const recordColumns = [
  'version',
  'updated',
  'deleted',
  'replay_base',
  'replay_size',
  'size',
  'value',
]
const searchColumns = ['is_deleted', 'created', 'expires', 'tokens']

function recordValues(change: SerializedChange): readonly SqlValue[] {
  const { version, updated, deleted, replay, size, value } = change
  return [version, updated, deleted, replay.base, replay.size, size, value === '' ? null : value]
}

/** Returns false if the record does not have the version before this one. */
async function updateIfCurrent(
  executor: Executor,
  { records }: Tables,
  storeId: string,
  change: SerializedChange,
): Promise<boolean> {
  const { kind, id, version, search } = change
  const columns = search === undefined ? recordColumns : [...recordColumns, ...searchColumns]
  const values = [...recordValues(change), ...(search ?? [])]
  const assignments = columns.map((column, index) => `${column} = ${literal(values[index])}`)
  const { affectedRows } = await executor.run(
    `update ${records} set ${assignments.join(', ')}
     where store_id = ${literal(storeId)} and kind = ${literal(kind)} and id = ${literal(id)}
       and version = ${version - 1}`,
  )
  return affectedRows > 0
}

/** Returns functions that write to each table. They send nothing if there is nothing to write. */
function createWriter(executor: Executor, tables: Tables, storeId: string) {
  const store = literal(storeId)

  async function insert(
    table: string,
    columns: readonly string[],
    rows: readonly (readonly SqlValue[])[],
    end = '',
  ): Promise<void> {
    if (rows.length === 0) return
    await executor.run(`insert into ${table} (${columns.join(', ')}) values ${tuples(rows)} ${end}`)
  }

  async function replaceRecords(
    changes: readonly SerializedChange[],
    columns: readonly string[],
  ): Promise<void> {
    const assignments = columns.map((column) => `${column} = values(${column})`)
    await insert(
      tables.records,
      ['store_id', 'kind', 'id', ...columns],
      changes.map((change) => toRow(storeId, change)),
      `on duplicate key update ${assignments.join(', ')}`,
    )
  }

  async function addKey(record: IdempotencyRecord): Promise<void> {
    try {
      await insert(tables.idempotency, keyColumns, [toKeyRow(storeId, record)])
    } catch (error) {
      if (!isDuplicate(error) || !(await replaceIfExpired(record))) throw error
    }
  }

  async function replaceIfExpired(record: IdempotencyRecord): Promise<boolean> {
    const values = toKeyRow(storeId, record).map(literal)
    const assignments = keyColumns.map((column, index) => `${column} = ${values[index]}`)
    const { affectedRows } = await executor.run(
      `update ${tables.idempotency} set ${assignments.join(', ')}
       where store_id = ${store} and idempotency_key = ${literal(record.key)}
         and expires_at <= ${literal(record.created)}`,
    )
    return affectedRows > 0
  }

  return {
    createRecords: (changes: readonly SerializedChange[]) =>
      insert(
        tables.records,
        ['store_id', 'kind', 'id', ...recordColumns, ...searchColumns],
        changes.map((change) => toRow(storeId, change)),
      ),

    async updateRecords(changes: readonly SerializedChange[]): Promise<void> {
      const isFoundByOthers = ({ search }: SerializedChange) => search !== undefined
      const [plain, found] = partition(changes, isFoundByOthers)
      await replaceRecords(plain, recordColumns)
      await replaceRecords(found, [...recordColumns, ...searchColumns])
    },

    /** Erases the earlier entries of a record. */
    async eraseHistory({ kind, id }: RecordRef): Promise<void> {
      const rows = await executor.rows<{ readonly position: unknown; readonly entry: unknown }>(
        `select position, ${asBytes('entry')} as entry from ${tables.history} where store_id = ${store}
           and kind = ${literal(kind)} and id = ${literal(id)} for update`,
      )
      for (const { position, entry } of rows) {
        const erased = JSON.stringify(eraseEntry(JSON.parse(toText(entry)) as HistoryEntry))
        await executor.run(
          `update ${tables.history} set entry = ${literal(erased)}, size = ${erased.length}
           where store_id = ${store} and position = ${literal(Number(position))}`,
        )
      }
    },

    /** Adds the entries at the positions after this one. */
    addHistory: (changes: readonly SerializedChange[], position: number) =>
      insert(
        tables.history,
        ['store_id', 'position', 'kind', 'id', 'version', 'created_at', 'size', 'entry'],
        changes.map(({ kind, id, version, updated, historyEntry }, index) => [
          ...[storeId, position + index + 1, kind, id, version, updated],
          ...[historyEntry.length, historyEntry],
        ]),
      ),

    async removeTerms(rows: readonly TermRow[]): Promise<void> {
      if (rows.length === 0) return
      // The hint keeps the server from reading the whole table, whatever it estimates.
      await executor.run(
        `delete found from ${tables.terms} as found force index (primary)
         where (scope, token, created, id) in (${tuples(rows)})`,
      )
    },

    addTerms: (rows: readonly TermRow[]) =>
      insert(
        tables.terms,
        ['scope', 'token', 'created', 'id'],
        rows,
        'on duplicate key update created = values(created)',
      ),

    /** Adds keys, and deletes some that have expired. */
    async addKeys(records: readonly IdempotencyRecord[]): Promise<void> {
      const [only, ...others] = records
      if (only === undefined) return
      if (others.length === 0) await addKey(only)
      else
        await insert(
          tables.idempotency,
          keyColumns,
          records.map((record) => toKeyRow(storeId, record)),
        )
      const now = Math.max(...records.map(({ created }) => created))
      await executor.run(
        `delete from ${tables.idempotency} where store_id = ${store} and expires_at <= ${now}
         order by expires_at limit ${maxPurgedKeys}`,
      )
    },
  }
}

function toRow(storeId: string, change: SerializedChange): readonly SqlValue[] {
  const { kind, id, search } = change
  return [storeId, kind, id, ...recordValues(change), ...(search ?? [])]
}

const keyColumns = [
  ...['store_id', 'idempotency_key', 'fingerprint', 'kind', 'id', 'version'],
  ...['created_at', 'expires_at'],
]

function toKeyRow(storeId: string, record: IdempotencyRecord): readonly SqlValue[] {
  const { key, fingerprint, kind, id, version, created, expires } = record
  return [storeId, key, fingerprint, kind, id, version, created, expires]
}

function partition<T>(items: readonly T[], isSecond: (item: T) => boolean): [T[], T[]] {
  return [items.filter((item) => !isSecond(item)), items.filter(isSecond)]
}
