import type { PortCallOptions } from '../../ports/call-options.js'
import type { StateRange, StateStorage, StateWrite } from '../../ports/state.js'
import type { MaybePromise } from '../../ports/storage.js'
import { mapResult, withOneMore } from './read-methods.js'
import { pageOfRows, type StateRow, toStateValue } from './rows.js'

/** The value of a write as JSON, and what identifies it. */
export interface SerializedState extends Omit<StateWrite, 'value'> {
  readonly storeId: string
  readonly json: string
}

/** Writes a row, and returns whether it has written one. */
type WriteRow = (write: SerializedState, call: PortCallOptions | undefined) => MaybePromise<boolean>

/** The statements that keep the values of background processes. */
export interface StateStatements {
  /** Returns the rows that there are, in any order. */
  select(storeId: string, keys: readonly string[]): MaybePromise<readonly StateRow[]>
  /** The limit of the range includes one row that shows whether there are more. */
  selectRange(storeId: string, range: StateRange): MaybePromise<readonly StateRow[]>
  /** Writes nothing if there is such a row. */
  readonly insert: WriteRow
  /** Writes nothing unless the row has the previous version. */
  readonly update: WriteRow
  /** Deletes nothing unless the row has the previous version. */
  readonly remove: WriteRow
}

/** Returns the methods of a storage that keep the values of background processes. */
export function createStateMethods(statements: StateStatements): StateStorage {
  return {
    loadState: (storeId, keys) =>
      mapResult(statements.select(storeId, keys), (rows) => {
        const values = new Map(rows.map(toStateValue).map((value) => [value.key, value]))
        return keys.map((key) => values.get(key))
      }),

    saveState(storeId, { value, ...fields }, call) {
      const { insert, update, remove } = statements
      const write = value === null ? remove : fields.previousVersion === 0 ? insert : update
      return write({ ...fields, storeId, json: JSON.stringify(value) }, call)
    },

    listState: (storeId, range) =>
      mapResult(statements.selectRange(storeId, withOneMore(range)), (rows) =>
        pageOfRows(rows, range.limit, toStateValue),
      ),
  }
}
