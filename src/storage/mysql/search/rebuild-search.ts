import { findableKinds, type ToSearchRow } from '../../../store/search-rows.js'
import { type RecordRow, toRecord, toText } from '../../sql/rows.js'
import type { Executor } from '../client.js'
import { retryDeadlock } from '../errors.js'
import { recordColumns, valueOrEntry } from '../records.js'
import type { Tables } from '../schema/tables.js'
import { literal, tuples } from '../sql.js'
import type { InTransaction } from '../transactions.js'
import { getScope, searchColumns, termRows } from './tokens.js'

/** Maximum number of records that one transaction locks. */
const maxRecords = 100

/** Maximum number of terms that one statement examines. */
const maxTermRows = 5_000

/**
 * Returns a function that computes what all records are found by again: store by store, and in
 * batches, while others read and write.
 */
export function createRebuildSearch(
  executor: Executor,
  inTransaction: InTransaction,
  tables: Tables,
): (toSearchRow: ToSearchRow) => Promise<void> {
  const { stores, records, terms } = tables

  /**
   * Repeats a transaction after a deadlock with half as many rows. Otherwise commits of other nodes
   * of Galera, which are shorter, would always be first.
   */
  function repeatSmaller<T>(
    maxRows: number,
    run: (transaction: Executor, maxRows: number) => Promise<T>,
  ): Promise<T> {
    let rows = 2 * maxRows
    return retryDeadlock(() => {
      rows = Math.ceil(rows / 2)
      return inTransaction(
        (transaction) => run(transaction, rows),
        () => true,
      )
    })
  }

  /** Returns the id of the last record of the batch; undefined after the last batch. */
  async function addRows(
    transaction: Executor,
    { storeId, kind, toSearchRow }: Batch,
    after: string,
    maxRows: number,
  ): Promise<string | undefined> {
    const rows = await transaction.rows<RecordRow>(
      `select ${recordColumns}, stored.value is null as in_entry, ${valueOrEntry(tables)} as entry
       from ${records} as stored force index (primary)
       where stored.store_id = ${literal(storeId)} and stored.kind = ${literal(kind)}
         and stored.id > ${literal(after)}
       order by stored.id limit ${maxRows} for update`,
    )
    for (const record of rows.map(toRecord)) {
      const search = toSearchRow(record)
      const columns = searchColumns(search).map(literal)
      const names = ['is_deleted', 'created', 'expires', 'tokens']
      const assignments = names.map((name, index) => `${name} = ${columns[index]}`)
      await transaction.run(
        `update ${records} set ${assignments.join(', ')}
         where store_id = ${literal(storeId)} and kind = ${literal(kind)}
           and id = ${literal(record.id)}`,
      )
      const added = termRows(storeId, record, search)
      if (added.length > 0)
        await transaction.run(
          `insert into ${terms} (scope, token, created, id) values ${tuples(added)}
           on duplicate key update created = values(created)`,
        )
    }
    return rows.length === 0 ? undefined : toText(rows.at(-1)?.id)
  }

  function addBatch(batch: Batch, after: string): Promise<string | undefined> {
    return repeatSmaller(maxRecords, (transaction, maxRows) =>
      addRows(transaction, batch, after, maxRows),
    )
  }

  /**
   * Removes the terms after a place that their record does not have. Returns the place to continue
   * after; undefined at the end. Locks the store, so that no commit adds one of them meanwhile.
   */
  async function removeRows(
    transaction: Executor,
    { storeId, kind, deleted }: Scope,
    after: Place,
    maxRows: number,
  ): Promise<Place | undefined> {
    const store = `store_id = ${literal(storeId)}`
    const scope = getScope(storeId, kind, deleted)
    const [token, created, id] = after.map(literal)
    await transaction.rows(`select position from ${stores} where ${store} for update`)
    const rows = await transaction.rows<FoundRow>(
      `select found.*, stored.id is null as is_stale
       from (
         select token, created, id from ${terms} force index (primary)
         where scope = ${literal(scope)} and (token > ${token}
           or (token = ${token} and created > ${created})
           or (token = ${token} and created = ${created} and id > ${id}))
         order by token, created, id limit ${maxRows}) as found
       left join ${records} as stored force index (primary)
         on stored.${store} and stored.kind = ${literal(kind)} and stored.id = found.id
           and stored.created = found.created and stored.is_deleted = ${literal(deleted)}
           and locate(concat(x'00', found.token, x'00'), stored.tokens) > 0
       order by found.token, found.created, found.id`,
    )
    const stale = rows.filter((row) => Number(row.is_stale) === 1)
    if (stale.length > 0) {
      await transaction.run(
        `delete found from ${terms} as found force index (primary)
         where (scope, token, created, id) in (${tuples(stale.map((row) => [scope, ...toPlace(row)]))})`,
      )
      // Galera does not lock on other nodes, but rejects one of two transactions that write a row.
      for (const change of ['- 1', '+ 1'])
        await transaction.run(`update ${stores} set position = position ${change} where ${store}`)
    }
    const last = rows.at(-1)
    return last && toPlace(last)
  }

  async function removeOthers(scope: Scope): Promise<void> {
    let after: Place | undefined = ['', 0, '']
    while (after !== undefined) {
      const start: Place = after
      after = await repeatSmaller(maxTermRows, (transaction, maxRows) =>
        removeRows(transaction, scope, start, maxRows),
      )
    }
  }

  return async (toSearchRow) => {
    const listed = await executor.rows<{ readonly store_id: unknown }>(
      `select store_id from ${stores} order by store_id`,
    )
    for (const storeId of listed.map((row) => toText(row.store_id)))
      for (const kind of findableKinds) {
        let after: string | undefined = ''
        while (after !== undefined) after = await addBatch({ storeId, kind, toSearchRow }, after)
        for (const deleted of [false, true]) await removeOthers({ storeId, kind, deleted })
      }
  }
}

/** What the records of a batch have in common. */
interface Batch {
  readonly storeId: string
  readonly kind: string
  readonly toSearchRow: ToSearchRow
}

interface Scope {
  readonly storeId: string
  readonly kind: string
  readonly deleted: boolean
}

/** The token, the time of creation and the id of a row. */
type Place = readonly [token: string, created: number, id: string]

interface FoundRow {
  readonly token: unknown
  readonly created: unknown
  readonly id: unknown
  readonly is_stale: unknown
}

function toPlace({ token, created, id }: FoundRow): Place {
  return [toText(token), Number(created), toText(id)]
}
