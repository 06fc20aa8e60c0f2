import { findableKinds, toSearchRow } from '../../../store/search-rows.js'
import type { Executor } from '../client.js'
import { retryDeadlock } from '../errors.js'
import { type RecordRow, recordColumns, toRecord, valueOrEntry } from '../records.js'
import type { Tables } from '../schema/tables.js'
import { literal, toText, tuple, tuples } from '../sql.js'
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
export function searchRebuild(
  executor: Executor,
  inTransaction: InTransaction,
  tables: Tables,
): () => Promise<void> {
  const { stores, records, terms } = tables

  /** Returns the id of the last record of the batch; undefined after the last batch. */
  async function addRows(
    transaction: Executor,
    storeId: string,
    kind: string,
    after: string,
  ): Promise<string | undefined> {
    const rows = await transaction.rows<RecordRow>(
      `select ${recordColumns}, stored.value is null as in_entry, ${valueOrEntry(tables)} as entry
       from ${records} as stored force index (primary)
       where stored.store_id = ${literal(storeId)} and stored.kind = ${literal(kind)}
         and stored.id > ${literal(after)}
       order by stored.id limit ${maxRecords} for update`,
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

  function addBatch(storeId: string, kind: string, after: string): Promise<string | undefined> {
    return retryDeadlock(() =>
      inTransaction(
        (transaction) => addRows(transaction, storeId, kind, after),
        () => true,
      ),
    )
  }

  /** Removes the terms that their record does not have. */
  async function removeOthers(storeId: string, kind: string, deleted: boolean): Promise<void> {
    const scope = getScope(storeId, kind, deleted)
    let after: readonly (Buffer | string | number)[] = [scope, '', 0, '']
    for (;;) {
      const rows = await executor.rows<TermRow>(
        `select token, created, id from ${terms} force index (primary)
         where scope = ${literal(scope)} and token >= ${literal(after[1])}
           and (token, created, id) > ${tuple(after.slice(1))}
         order by token, created, id limit ${maxTermRows}`,
      )
      const last = rows.at(-1)
      if (last === undefined) return
      const end = [scope, last.token, Number(last.created), last.id]
      await executor.run(
        `delete found from ${terms} as found force index (primary)
         left join ${records} as stored
           on stored.store_id = ${literal(storeId)} and stored.kind = ${literal(kind)}
             and stored.id = found.id and stored.created = found.created
             and stored.is_deleted = ${literal(deleted)}
             and locate(concat(x'00', found.token, x'00'), stored.tokens) > 0
         where found.scope = ${literal(scope)} and found.token >= ${literal(after[1])}
           and found.token <= ${literal(last.token)} and stored.id is null`,
      )
      after = end
    }
  }

  return async () => {
    const listed = await executor.rows<{ readonly store_id: unknown }>(
      `select store_id from ${stores} order by store_id`,
    )
    for (const storeId of listed.map((row) => toText(row.store_id)))
      for (const kind of findableKinds) {
        let after: string | undefined = ''
        while (after !== undefined) after = await addBatch(storeId, kind, after)
        for (const deleted of [false, true]) await removeOthers(storeId, kind, deleted)
      }
  }
}

interface TermRow {
  readonly token: Buffer
  readonly created: unknown
  readonly id: Buffer
}
