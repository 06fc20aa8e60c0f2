import type { SqliteDatabase } from '../client.js'
import { moveToRecords } from './move-to-records.js'

/** Changes the tables of one version to those of the next. */
interface UpgradeStep {
  /** The version before the step. */
  readonly from: number
  /** Runs in the caller's transaction. Must not use code that later releases will change. */
  readonly upgrade: (database: SqliteDatabase) => void
}

/** The steps to the current version, in order. A new database takes those from version 4 on. */
export const upgradeSteps: readonly UpgradeStep[] = [{ from: 3, upgrade: moveToRecords }]

/** Version of the tables that this release reads and writes. */
export const schemaVersion = 4
